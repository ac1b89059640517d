import { parseRule } from "../../permission/rules.ts";
import { SkillmintError } from "../../protocol/index.ts";

/** The first of these that is neither a tool nor a rule for one. */
export function findBadTool(tools: readonly string[]): string | undefined {
  return tools.find((tool) => {
    try {
      parseRule(tool);
      return false;
    } catch (error) {
      if (!SkillmintError.is(error)) throw error;
      return true;
    }
  });
}
