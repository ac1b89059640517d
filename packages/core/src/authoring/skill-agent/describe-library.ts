import { cutText } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { createRanker } from "../../skill/rank/rank-skills.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import type { Skill } from "../../skill/skill.ts";
import { isMetaSkill } from "./meta-skills.ts";

/** How many characters the list of skills in the prompt may weigh. */
export const metadataBudget = 12_000;
const maxDescription = 300;
const maxShortDescription = 100;

const kept = new Set<string | undefined>([undefined, "disabled", "manual", "paths", "requirement"]);

/** The skills that work on the library may be about: what is shadowed, refused or not trusted is none of its business. */
export function listLibrary(entries: readonly CatalogEntry[]): Skill[] {
  return entries
    .filter(({ skill, reason }) => kept.has(reason) && skill.trusted && !isMetaSkill(skill))
    .map(({ skill }) => skill);
}

/**
 * Names and descriptions, those first that have to do with the work. Where they do not fit, descriptions get shorter,
 * then the last ones are left out and counted.
 */
export function describeLibrary(
  skills: readonly Skill[],
  query: string,
  wordMore: (count: number) => string,
  budget = metadataBudget,
): string {
  const ranked = createRanker(skills).rank(query);
  const word = (skill: Skill, limit: number): string =>
    `- ${toPromptLine(skill.name)}: ${toPromptLine(cutText(skill.description, limit))}`;
  const full = ranked.map(({ skill }) => word(skill, maxDescription));
  const fits = (lines: readonly string[]): boolean => lines.join("\n").length <= budget;
  if (fits(full)) return full.join("\n");
  const lines: string[] = [];
  let left = budget;
  for (const [place, { skill }] of ranked.entries()) {
    // What is nearest to the work keeps its whole description.
    const line = word(skill, place < 10 ? maxDescription : maxShortDescription);
    if ((left -= line.length + 1) < 0) break;
    lines.push(line);
  }
  return [...lines, wordMore(ranked.length - lines.length)].join("\n");
}
