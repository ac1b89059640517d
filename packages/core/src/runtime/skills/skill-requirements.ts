import type { Translate } from "../../protocol/index.ts";
import { findSkill } from "../../skill/catalog/find-skill.ts";
import { checkRequirements } from "../../skill/requirements/check-requirements.ts";
import { createProbe } from "../../skill/requirements/create-probe.ts";
import { readRequirements } from "../../skill/requirements/read-requirements.ts";
import type { CheckedRequirement } from "../../skill/requirements/requirement.ts";
import type { FoundSkill, ParsedSkill, Skill } from "../../skill/skill.ts";

export interface RequirementContext {
  env: Readonly<Record<string, string | undefined>>;
  hasTool(name: string): boolean;
  /** The skills that others may call. */
  skills: readonly Skill[];
  t: Translate;
}

/** What a skill needs, by its words and its files, and whether it is there. Nothing of it is run. */
export async function findRequirementsOf(
  skill: FoundSkill,
  { body, bodyLine, fields }: ParsedSkill,
  { env, hasTool, skills, t }: RequirementContext,
): Promise<CheckedRequirement[]> {
  const probe = createProbe({
    env,
    hasTool,
    skill,
    hasMcp: () => false,
    hasSkill: (name) => findSkill(skills, name, t).skill !== undefined,
  });
  return checkRequirements(await readRequirements({ ...skill, fields }, body, { bodyLine }), probe, t);
}
