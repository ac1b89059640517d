import type { Translate } from "../../protocol/index.ts";
import { folderName, nameKey } from "../../skill/catalog/skill-names.ts";
import { checkRequirements } from "../../skill/requirements/check-requirements.ts";
import { createProbe } from "../../skill/requirements/create-probe.ts";
import { readRequirements } from "../../skill/requirements/read-requirements.ts";
import type { CheckedRequirement } from "../../skill/requirements/requirement.ts";
import type { FoundSkill, ParsedSkill, Skill } from "../../skill/skill.ts";

export interface RequirementContext {
  env: Readonly<Record<string, string | undefined>>;
  hasTool(name: string): boolean;
  /** The names of MCP servers that are configured. */
  servers?: ReadonlySet<string>;
  /** Those that others may call. */
  skills: readonly Skill[];
  t: Translate;
}

/**
 * Answers whether a name means one of the skills, as `findSkill` would, but for thousands of questions. `plugin:name`
 * of a plugin that is not there means `name`.
 */
function createSkillNames(skills: readonly Skill[]): (name: string) => boolean {
  const keys = new Set<string>();
  const plugins = new Set<string>();
  for (const skill of skills) {
    const { id, name, label, plugin } = skill;
    for (const spelling of [id, name, label, folderName(skill)]) keys.add(nameKey(spelling));
    if (plugin === undefined) continue;
    keys.add(nameKey(`${plugin}:${name}`));
    plugins.add(nameKey(plugin));
  }
  return (name) => {
    const key = nameKey(name);
    const colon = key.indexOf(":");
    return (
      keys.has(key) || (colon > 0 && !plugins.has(key.slice(0, colon)) && keys.has(key.slice(colon + 1)))
    );
  };
}

/**
 * Finds what skills need, by their words and their files, and whether it is there. Nothing of them is run; a program
 * is looked for once.
 */
export function createRequirementFinder({ env, hasTool, servers, skills, t }: RequirementContext) {
  const knowledge = {
    env,
    hasTool,
    hasMcp: (name: string) => servers?.has(name) ?? false,
    hasSkill: createSkillNames(skills),
  };
  const shared = createProbe(knowledge);
  return async (
    skill: FoundSkill,
    { body, bodyLine, fields }: ParsedSkill,
  ): Promise<CheckedRequirement[]> => {
    const { hasFile } = createProbe({ ...knowledge, skill });
    const list = await readRequirements({ ...skill, fields }, body, { bodyLine });
    return checkRequirements(list, { ...shared, hasFile }, t);
  };
}
