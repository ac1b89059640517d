import type { Arm } from "../../authoring/eval/arm.ts";
import type { TriggerCase } from "../../authoring/eval/eval-case.ts";
import type { EvalPlan, PreparedCase } from "../../authoring/eval/eval-plan.ts";
import type { EvalWords } from "../../authoring/eval/eval-words.ts";
import { loadEvals, type LoadedEvals } from "../../authoring/eval/load-evals.ts";
import { defaultSplit, splitCases, type Part, type SplitOptions } from "../../authoring/eval/split-cases.ts";
import { SkillmintError, type Language } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import type { ArmFolders, EvalOptions } from "./eval-options.ts";

/** What the files of a skill say, and which part each case belongs to. */
export type SkillEvals = LoadedEvals & { parts: Map<string, Part> };

interface Speech {
  language: Language;
  words: EvalWords;
}

const defaultRuns = 3;
const defaultJobs = 4;

function splitOf({ heldOut = defaultSplit.share, seed = defaultSplit.seed }: EvalOptions): SplitOptions {
  return { share: heldOut, seed };
}

export async function loadSkillEvals(
  skill: Skill,
  options: EvalOptions,
  { language, words }: Speech,
): Promise<SkillEvals> {
  const loaded = await loadEvals(skill.folder, { skill: skill.name, language, words }, options.files);
  const ids = [...loaded.cases, ...loaded.triggers].map(({ id }) => id);
  return { ...loaded, parts: splitCases(ids, splitOf(options)) };
}

/** What is to be run. Refused with `usage` where that is nothing, with the first thing that is wrong with the files. */
export function planEvals(
  skill: Skill,
  loaded: SkillEvals,
  options: EvalOptions,
  { folders, words }: { folders: ArmFolders; words: EvalWords },
): EvalPlan {
  const isWanted = ({ id }: { id: string }): boolean =>
    (options.only === undefined || options.only.length === 0 || options.only.includes(id)) &&
    (options.part === undefined || loaded.parts.get(id) === options.part);
  const kinds = options.kinds ?? ["cases", "triggers"];
  const cases: PreparedCase[] = kinds.includes("cases") ? loaded.cases.filter(isWanted) : [];
  const triggers: TriggerCase[] = kinds.includes("triggers") ? loaded.triggers.filter(isWanted) : [];
  if (cases.length + triggers.length === 0) {
    const first = loaded.diagnostics.find(({ severity }) => severity === "error");
    const where = first
      ? `${first.path}${first.line === undefined ? "" : `:${first.line}`}: ${first.message}`
      : "";
    const none = loaded.files.length === 0 ? "eval.noEvals" : "eval.noneLeft";
    const message = [words(none, { skill: skill.name }), where].filter((text) => text !== "").join("\n");
    throw new SkillmintError("usage", { params: { message } });
  }
  const arms: Arm[] = ["with_skill"];
  if (options.noBaseline !== true) arms.push("without_skill");
  if (folders.old_skill !== undefined) arms.push("old_skill");
  return {
    skill: { name: skill.name, folder: skill.folder },
    folders,
    arms,
    use: options.use ?? "own",
    cases,
    triggers,
    parts: loaded.parts,
    split: splitOf(options),
    runs: options.runs ?? defaultRuns,
    jobs: options.jobs ?? defaultJobs,
    ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
    limits: {
      ...(options.maxIterations === undefined ? {} : { iterations: options.maxIterations }),
      ...(options.maxMs === undefined ? {} : { timeMs: options.maxMs }),
    },
  };
}
