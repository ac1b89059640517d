import type { AuthoringWords } from "../words.ts";

/** What the sub-agent may do in its folder. */
export type Access = "write" | "read" | "none";

/** The system prompt of one piece of work: role, tools, the meta skills in full, and what skills there are. */
export function buildSkillAgentPrompt(
  parts: { access: Access; metaSkills: string; metadata: string },
  words: AuthoringWords,
): string {
  const { access, metaSkills, metadata } = parts;
  return words("authoring.prompt", {
    tools: words(`authoring.tools.${access}`),
    metaSkills: metaSkills || words("authoring.noMeta"),
    metadata: metadata || words("authoring.noSkills"),
  });
}
