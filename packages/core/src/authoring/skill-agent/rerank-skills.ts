import type { Usage } from "../../protocol/index.ts";
import { searchResult } from "../../protocol/skill-result.ts";
import type { WorkOptions } from "./ask-agent.ts";
import { askForResult } from "./ask-for-result.ts";
import { listLibrary } from "./describe-library.ts";
import { openDraftWorkspace } from "./draft-workspace.ts";
import { readResult } from "./read-result.ts";
import type { SkillAgentDeps, WorkPlace } from "./skill-agent-deps.ts";
import { buildSystem, wordEnd } from "./work-prompt.ts";

export interface Reranked {
  matched_skills: { name: string; description: string }[];
  usage: Usage;
}

/** Orders the skills that fit a query by meaning, in one request. Those that the model makes up are left out. */
export async function rerankSkills(
  deps: SkillAgentDeps,
  place: WorkPlace,
  query: string,
  { limit, ...options }: WorkOptions & { limit: number },
): Promise<Reranked> {
  const { t, words } = deps;
  const skills = listLibrary(await deps.library(place));
  await using workspace = await openDraftWorkspace({ id: deps.drafts.newId(), skills: {}, t, words });
  const { result, reply } = await askForResult(
    {
      folder: workspace.folder,
      system: await buildSystem(deps, place, "none", query),
      access: "none",
      text: `${words("authoring.search", { query: JSON.stringify(query), limit })}\n\n${wordEnd(words, "search")}`,
    },
    {
      ...options,
      operation: "search",
      ask: deps.ask,
      judge: async (said) => readResult(said.text, searchResult, words("authoring.problem.noJson")),
      words,
    },
  );
  const known = new Map(skills.map((skill) => [skill.name, skill.description]));
  const names = [...new Set(result.matched_skills.map(({ name }) => name))];
  const matched = names.flatMap((name) => {
    const description = known.get(name);
    return description === undefined ? [] : [{ name, description }];
  });
  return { matched_skills: matched.slice(0, limit), usage: reply.usage };
}
