import type { Translate } from "../../protocol/index.ts";
import type { FoundSkill } from "../skill.ts";
import { findMissing } from "./check-requirements.ts";
import type { RequirementProbe } from "./requirement.ts";

/**
 * Checks what many skills declare at once and answers for each, as the catalog asks: what is missing, worded shortly
 * (`binary git, env X_KEY`), or nothing. A skill that declares nothing costs nothing.
 */
export async function findAllMissing(
  skills: readonly FoundSkill[],
  probeOf: (skill: FoundSkill) => RequirementProbe,
  t?: Translate,
): Promise<(skill: Pick<FoundSkill, "file">) => string | undefined> {
  const missing = new Map<string, string>();
  for (const skill of skills) {
    const { requires, compatibility, mcpServers } = skill.fields;
    if (requires === undefined && compatibility === undefined && mcpServers === undefined) continue;
    const list = await findMissing(skill, probeOf(skill), t);
    if (list.length > 0) missing.set(skill.file, list.map(({ kind, name }) => `${kind} ${name}`).join(", "));
  }
  return (skill) => missing.get(skill.file);
}
