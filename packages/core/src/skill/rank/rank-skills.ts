import { cutText } from "../../protocol/index.ts";
import { completeLayers } from "../catalog/name-skills.ts";
import { nameKey } from "../catalog/skill-names.ts";
import type { Skill } from "../skill.ts";
import { mixByUsage, type SkillUsage } from "./mix-by-usage.ts";
import { createScorer, type WeighedText } from "./score-texts.ts";

/** A skill in its place. `rank` counts from 1; the `score` of one that has no word of the query is 0. */
export interface Ranked {
  skill: Skill;
  rank: number;
  score: number;
}

export interface Ranker {
  /**
   * All skills, the best first. By score, then layer, then name; with `usage`, those used lately and those never used
   * keep their share of every stretch of the list.
   */
  rank(query: string, usage?: SkillUsage): Ranked[];
  /** Those that have a word of the query, or else carry it in their name, the best first. */
  search(query: string, limit: number): Ranked[];
}

/** How much a word counts where it stands. */
const weights = { name: 3, label: 2, text: 1 };
const maxText = 1_536;
const maxLabel = 128;
const maxQuery = 4_000;

function textsOf(skill: Skill): WeighedText[] {
  const texts = [
    { text: skill.name, weight: weights.name },
    { text: cutText(skill.description, maxText), weight: weights.text },
  ];
  if (skill.label !== skill.name) texts.push({ text: cutText(skill.label, maxLabel), weight: weights.label });
  const { whenToUse } = skill.fields;
  if (whenToUse !== undefined) texts.push({ text: cutText(whenToUse, maxText), weight: weights.text });
  return texts;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reads the skills once, when first asked for something, and then answers any number of queries. */
export function createRanker(skills: readonly Skill[]): Ranker {
  let scorer: ((query: string) => number[]) | undefined;
  const layers = new Map(completeLayers(skills).map((layer, place) => [layer, place]));
  const byTie = [...skills].sort(
    (a, b) =>
      (layers.get(a.layer) ?? 0) - (layers.get(b.layer) ?? 0) ||
      compareText(a.name, b.name) ||
      compareText(a.id, b.id),
  );

  const score = (query: string): Omit<Ranked, "rank">[] => {
    if (query.trim() === "") return byTie.map((skill) => ({ skill, score: 0 }));
    scorer ??= createScorer(byTie.map(textsOf));
    const scores = scorer(cutText(query, maxQuery));
    return byTie
      .map((skill, place) => ({ skill, score: scores[place] ?? 0 }))
      .sort((a, b) => b.score - a.score);
  };
  const number = (list: readonly Omit<Ranked, "rank">[]): Ranked[] =>
    list.map((item, place) => ({ ...item, rank: place + 1 }));

  return {
    rank: (query, usage) => number(usage === undefined ? score(query) : mixByUsage(score(query), usage)),
    search: (query, limit) => {
      const all = score(query);
      const found = all.filter((item) => item.score > 0);
      const part = nameKey(query);
      const named =
        found.length > 0 || part === "" ? found : all.filter(({ skill }) => skill.name.includes(part));
      return number(named.slice(0, limit));
    },
  };
}

/** One ranking; whoever asks more than once keeps a ranker. */
export function rankSkills(skills: readonly Skill[], query: string, usage?: SkillUsage): Ranked[] {
  return createRanker(skills).rank(query, usage);
}
