import type { EnhanceOptions } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { toEvalOptions, wordEvalProgress } from "./skills-eval.ts";
import type { SkillWork } from "./skills-work.ts";

export interface UntilBetterFlags {
  runs?: string;
  maxCost?: string;
  model?: string;
  baseUrl?: string;
  skill?: string;
}

/**
 * `--until-better`: a draft is accepted where the held-out evals of its skill improve. A skill without evals is refused
 * before a model is asked for a change of it.
 */
export async function acceptByEvals(
  context: CliContext,
  { authoring, place }: SkillWork,
  { runs, maxCost, model, baseUrl, skill }: UntilBetterFlags,
): Promise<NonNullable<EnhanceOptions["accept"]>> {
  const { loadEvalWords } = await import("@skillmint/core");
  const texts = await loadEvalWords(context.language);
  const flags = {
    ...(runs === undefined ? {} : { runs }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  const { out: _, ...options } = toEvalOptions(context.cwd, flags, texts);
  if (skill !== undefined) await authoring.evals.assertEvals(place, skill, options);
  return ({ id }) =>
    authoring.evals.acceptDraft(place, id, options, {
      signal: context.signal,
      onProgress: (progress) => {
        const line = context.quiet ? undefined : wordEvalProgress(progress, texts);
        if (line !== undefined) context.stderr.write(`${line}\n`);
      },
    });
}
