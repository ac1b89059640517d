import type { Translate } from "../../protocol/index.ts";
import { createRanker } from "../../skill/rank/rank-skills.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import type { SkillState } from "./skill-source.ts";

const maxResults = 10;

/** The best skills for some words, as the model reads them. */
export function searchSkills(state: SkillState, query: string, t: Translate): string {
  const skills = state.catalog.entries.filter((entry) => entry.accessible).map((entry) => entry.skill);
  const best = createRanker(skills).search(query, maxResults);
  const shown = toPromptLine(query);
  if (best.length === 0) return t("skillTool.foundNone", { query: shown });
  const lines = best.map(
    ({ skill }) => `- ${toPromptLine(skill.name)}: ${toPromptLine(skill.description).slice(0, 500)}`,
  );
  return [t("skillTool.found", { query: shown }), ...lines].join("\n");
}
