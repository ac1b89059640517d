import { createTranslate, type Translate } from "../../protocol/index.ts";
import { toPlainLine } from "../render/safe-text.ts";
import { layerOrder, type Skill } from "../skill.ts";
import { nearestNames } from "./nearest-names.ts";
import { nameKey, counts, folderName } from "./skill-names.ts";

/** What a text that should name a skill came to. */
export interface SkillMatch {
  /** The one that is meant. It may still be one that nobody may run: ask the catalog. */
  skill?: Skill;
  /** Why it is not quite what was asked for. */
  note?: string;
  /** Without a `skill`: those that could be meant, or that have a similar name. */
  candidates: Skill[];
}

const maxCandidates = 5;

/** Under which other words each skill is known, the surest first. */
const spellings: readonly ((skill: Skill) => string | undefined)[] = [
  (skill) => skill.id,
  (skill) => skill.name,
  (skill) => (skill.plugin === undefined ? undefined : `${skill.plugin}:${skill.name}`),
  (skill) => (skill.scope === undefined ? undefined : withScope(skill)),
  (skill) => (skill.scope === undefined ? undefined : `${skill.layer}:${withScope(skill)}`),
  (skill) => skill.label,
  (skill) => folderName(skill),
  (skill) => `${skill.layer}:${folderName(skill)}`,
];

function withScope(skill: Skill): string {
  const scope = `${skill.scope ?? ""}:`;
  return skill.name.startsWith(scope) ? skill.name : `${scope}${skill.name}`;
}

/** Those of the surest spelling that anyone has; among them one that is not shadowed goes first. */
function search(skills: readonly Skill[], wanted: string): Skill[] {
  for (const spelling of spellings) {
    const known = skills.filter((skill) => nameKey(spelling(skill) ?? "") === wanted);
    const meant = known.filter((skill) => skill.shadowedBy === undefined);
    if (meant.length > 0) return meant;
    if (known.length > 0) return known;
  }
  return [];
}

function decide(found: readonly Skill[]): SkillMatch | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  return found.length === 1
    ? { skill: first, candidates: [] }
    : { candidates: found.slice(0, maxCandidates) };
}

/**
 * The skill that a text means: an id, a unique name, `{plugin}:{name}`, a label or a folder's name. `plugin:name`
 * of a plugin that is not there means the only skill called `name`, with a note. A colon inside a skill's own name
 * never makes it part of a plugin. Skills that are not trusted or not readable are found where no other is meant.
 */
export function findSkill(
  skills: readonly Skill[],
  text: string,
  t: Translate = createTranslate("en"),
): SkillMatch {
  const exact = skills.find((skill) => skill.id === text.trim());
  if (exact !== undefined) return { skill: exact, candidates: [] };
  const wanted = nameKey(text);
  if (wanted === "") return { candidates: [] };
  const usable = skills.filter(counts);
  const rest = skills.filter((skill) => !counts(skill));
  return (
    decide(search(usable, wanted)) ??
    findWithoutPlugin(skills, usable, wanted, t) ??
    decide(search(rest, wanted)) ?? { candidates: findNearest(usable, wanted) }
  );
}

function findWithoutPlugin(
  skills: readonly Skill[],
  usable: readonly Skill[],
  wanted: string,
  t: Translate,
): SkillMatch | undefined {
  const colon = wanted.indexOf(":");
  if (colon <= 0) return undefined;
  const prefix = wanted.slice(0, colon);
  const isKnown = (skill: Skill): boolean =>
    nameKey(skill.plugin ?? "") === prefix || nameKey(skill.layer) === prefix;
  if (layerOrder.some((layer) => layer === prefix) || skills.some(isKnown)) return undefined;
  const match = decide(search(usable, wanted.slice(colon + 1)));
  if (match?.skill === undefined) return match;
  const note = t("skillCatalog.absentPlugin", {
    plugin: toPlainLine(prefix),
    id: toPlainLine(match.skill.id),
  });
  return { ...match, note };
}

function findNearest(skills: readonly Skill[], wanted: string): Skill[] {
  const plain = wanted.slice(wanted.lastIndexOf(":") + 1);
  const byName = new Map<string, Skill>();
  for (const skill of skills) if (skill.shadowedBy === undefined) byName.set(nameKey(skill.name), skill);
  return nearestNames([...byName.keys()], plain, maxCandidates).flatMap((name) => byName.get(name) ?? []);
}
