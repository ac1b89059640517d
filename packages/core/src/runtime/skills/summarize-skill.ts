import type { Translate } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import type { Skill, WhyNot } from "../../skill/skill.ts";
import type { SkillPolicy } from "../environments.ts";

/** A skill as lists of them show it. Its texts are as the file has them: whoever shows them makes them harmless. */
export interface SkillSummary {
  id: string;
  /** As it is written; the folder's name where none is. */
  name: string;
  /** What models and people call it by. */
  slug: string;
  description: string;
  layer: string;
  plugin?: string;
  folder: string;
  /** Whether the switches are on, its own and that of all. */
  enabled: boolean;
  /** Whether models are offered it. */
  offered: boolean;
  reason?: WhyNot;
  /** What the reason is about: an id, a switch, a rule, a requirement, globs. */
  detail?: string;
  /** The reason in words. */
  message?: string;
}

function isOff(switches: Readonly<Record<string, { enabled?: boolean }>>, { id, name }: Skill): boolean {
  const key = [id, name].find((candidate) => Object.hasOwn(switches, candidate));
  return key !== undefined && switches[key]?.enabled === false;
}

/** Whether the switches are on, whatever else keeps a skill from being offered. */
export function isEnabled(skill: Skill, { enabled, switches, project }: SkillPolicy): boolean {
  return (
    enabled && !isOff(switches, skill) && !project.off.some((key) => [skill.id, skill.name].includes(key))
  );
}

export function summarizeSkill(entry: CatalogEntry, policy: SkillPolicy, t: Translate): SkillSummary {
  const { skill, accessible, reason, detail } = entry;
  const { id, name, label, description, layer, plugin, folder } = skill;
  return {
    id,
    name: label,
    slug: name,
    description,
    layer,
    ...(plugin === undefined ? {} : { plugin }),
    folder,
    enabled: isEnabled(skill, policy),
    offered: accessible,
    ...(reason === undefined ? {} : { reason, message: wordReason(entry, t) }),
    ...(detail === undefined ? {} : { detail }),
  };
}
