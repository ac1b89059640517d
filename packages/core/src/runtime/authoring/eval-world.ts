import { createEvalWords } from "../../authoring/eval/eval-words.ts";
import type { RunEvalsOptions } from "../../authoring/eval/run-evals.ts";
import type { Model } from "../../model/model.ts";
import type { Skill } from "../../skill/skill.ts";
import type { SkillPlace } from "../skills/skills.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { openCommandSandbox } from "./command-sandbox.ts";
import type { EvalOptions } from "./eval-options.ts";
import type { EvalControl } from "./evals.ts";
import { createIsolatedRunner } from "./isolated-run.ts";
import { openModel } from "./open-model.ts";
import { openRunStore } from "./run-store.ts";

/** Everything that runs of evals need of the world around them. */
export interface EvalWorld extends AsyncDisposable {
  model: Model;
  judgeModel: Model;
  run: RunEvalsOptions;
}

export interface EvalWish {
  place: SkillPlace;
  skill: Skill;
  options: EvalOptions;
  control: EvalControl;
}

/** The folders of the other skills that a session of the person would be offered. */
async function findOthers({ skills }: AuthoringDeps, { place, skill }: EvalWish): Promise<string[]> {
  const { entries } = await skills.api.list(place);
  return entries.flatMap(({ accessible, skill: other }) => {
    const isPlain = other.command === undefined && other.layer !== "mcp";
    const isOther = other.folder !== skill.folder && other.name !== skill.name;
    return accessible && isPlain && isOther ? [other.folder] : [];
  });
}

export async function openEvalWorld(deps: AuthoringDeps, wish: EvalWish): Promise<EvalWorld> {
  const { env, language, retry, isolate } = deps;
  const { options, control } = wish;
  const words = createEvalWords(language);
  const model = await openModel(deps, options);
  const judgeModel =
    options.judgeModel === undefined
      ? model
      : await openModel(deps, { ...options, model: options.judgeModel });
  const others = await findOthers(deps, wish);
  const { sandbox, runCommand } = await openCommandSandbox(deps, options.sandbox, words);
  const runs = await openRunStore();
  return {
    model,
    judgeModel,
    run: {
      run: createIsolatedRunner({
        env,
        isolate,
        language,
        retry,
        model,
        others,
        sandbox,
        store: runs.store,
      }),
      judge: { model: judgeModel, retry, words, language },
      runCommand,
      words,
      language,
      signal: control.signal ?? new AbortController().signal,
      ...(control.onProgress ? { onProgress: control.onProgress } : {}),
    },
    [Symbol.asyncDispose]: async () => runs[Symbol.asyncDispose](),
  };
}
