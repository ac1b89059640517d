import { nameSkills } from "./name-skills.ts";
import { buildCatalog, type Catalog, type CatalogPolicy } from "./build-catalog.ts";
import type { FoundSkill, Skill, SkillFields } from "../skill.ts";

/** A skill as discovery would give it; by default a user's, named after its folder. */
export function findOne(
  name: string,
  more: Partial<Omit<FoundSkill, "fields">> & { fields?: SkillFields; at?: string } = {},
): FoundSkill {
  const { at, fields, ...rest } = more;
  const folder = at ?? `/${rest.layer ?? "user"}/${name}`;
  return {
    state: "ok",
    fields: { name, description: `What ${name} does`, ...fields },
    extra: {},
    diagnostics: [],
    layer: "user",
    folder,
    file: `${folder}/SKILL.md`,
    root: folder,
    order: 0,
    trusted: true,
    bytes: 100,
    modifiedAt: 0,
    ...rest,
  };
}

export function skillOf(name: string, more: Parameters<typeof findOne>[1] = {}): Skill {
  const [skill] = nameSkills([findOne(name, more)]);
  if (skill === undefined) throw new Error("no skill");
  return skill;
}

export function catalogOf(skills: readonly Skill[], policy: Partial<CatalogPolicy> = {}): Catalog {
  return buildCatalog(skills, {
    enabled: true,
    switches: {},
    permissions: {},
    denied: () => undefined,
    missing: () => undefined,
    touched: [],
    ...policy,
  });
}
