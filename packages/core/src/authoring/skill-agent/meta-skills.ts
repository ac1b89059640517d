import type { Translate } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { readSkill } from "../../skill/read-skill.ts";
import type { Skill } from "../../skill/skill.ts";

/** What the sub-agent works by, for each thing that it does. */
export const metaSkillNames = ["skill-creator", "enhancing-skills", "evaluating-skills"] as const;

/** `type: meta`, where portable frontmatter has room for it too: under `metadata`. */
export function isMetaSkill({ fields }: Pick<Skill, "fields">): boolean {
  return fields.type === "meta" || fields.metadata?.["type"] === "meta";
}

/** Layers that a person wrote or we ship: what is fetched from elsewhere never speaks in the sub-agent's prompt. */
const trustedLayers = new Set(["project", "user", "extra", "environment", "bundled"]);
/** That a person does not want them in conversations says nothing about this work. */
const harmless = new Set<string | undefined>([undefined, "disabled", "manual", "paths", "requirement"]);

/** The meta skill of each name that counts here: the strongest that is trusted and not shadowed. */
export function findMetaSkills(entries: readonly CatalogEntry[]): Skill[] {
  return metaSkillNames.flatMap((name) => {
    const entry = entries.find(
      ({ skill, reason }) =>
        skill.name === name &&
        isMetaSkill(skill) &&
        skill.trusted &&
        trustedLayers.has(skill.layer) &&
        harmless.has(reason),
    );
    return entry ? [entry.skill] : [];
  });
}

/** Their whole texts, as the prompt holds them. */
export async function readMetaSkills(skills: readonly Skill[], t: Translate): Promise<string> {
  const texts: string[] = [];
  for (const skill of skills) {
    const { body } = await readSkill(skill, t);
    if (body !== "") texts.push(`### ${skill.name}\n\n${body}`);
  }
  return texts.join("\n\n---\n\n");
}
