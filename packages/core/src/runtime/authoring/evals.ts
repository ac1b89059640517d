import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { acceptWhenBetter, type EvalVerdict } from "../../authoring/eval/accept-when-better.ts";
import type { Arm } from "../../authoring/eval/arm.ts";
import { decideBetter } from "../../authoring/eval/decide-better.ts";
import type { TriggerCase } from "../../authoring/eval/eval-case.ts";
import type { EvalPlan, PreparedCase } from "../../authoring/eval/eval-plan.ts";
import type { EvalResult } from "../../authoring/eval/eval-result.ts";
import { createEvalWords } from "../../authoring/eval/eval-words.ts";
import { openIteration } from "../../authoring/eval/iteration.ts";
import { loadEvals, type LoadedEvals } from "../../authoring/eval/load-evals.ts";
import { runEvals, type EvalProgress, type EvalRuns } from "../../authoring/eval/run-evals.ts";
import { defaultSplit, splitCases, type Part } from "../../authoring/eval/split-cases.ts";
import { summarizeEvals } from "../../authoring/eval/summarize-evals.ts";
import { writeContent } from "../../authoring/versions/folder-content.ts";
import type { Model } from "../../model/model.ts";
import { SkillmintError, type Diagnostic } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import type { SkillPlace } from "../skills/skills.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { openDraftStore } from "./drafts.ts";
import type { ArmFolders, EvalOptions } from "./eval-options.ts";
import { openEvalWorld } from "./eval-world.ts";
import { openVersionStore } from "./versions.ts";

/** The evals of a skill, as they stand in its files. */
export interface EvalListing {
  skill: { id: string; name: string; folder: string };
  files: string[];
  cases: { id: string; part: Part; prompt: string; expectations: string[]; file: string; line: number }[];
  triggers: { id: string; part: Part; query: string; shouldTrigger: boolean; file: string; line: number }[];
  diagnostics: Diagnostic[];
}

export interface EvalControl {
  signal?: AbortSignal;
  onProgress?: (progress: EvalProgress) => void;
}

export interface AcceptOptions extends Omit<EvalOptions, "against" | "kinds" | "part" | "use" | "out"> {
  /** The folder of the changed skill. */
  draft: string;
}

/**
 * Measures skills. A skill is named as everywhere, by id or name. Refused with `usage` where it has no evals. Stopped
 * by its signal or by `maxCost`, a measurement ends with what is there (`state: "partial"`).
 */
export interface Evals {
  list(place: SkillPlace, name: string, options?: EvalOptions): Promise<EvalListing>;
  run(place: SkillPlace, name: string, options?: EvalOptions, control?: EvalControl): Promise<EvalResult>;
  /** Whether a changed skill is better on cases that its writer never sees; see `acceptWhenBetter`. */
  accept(
    place: SkillPlace,
    name: string,
    options: AcceptOptions,
    control?: EvalControl,
  ): Promise<EvalVerdict>;
  /** The same for a draft of the skill agent: what its `accept` takes. A new skill has nothing to be better than. */
  acceptDraft(
    place: SkillPlace,
    draftId: string,
    options?: Omit<AcceptOptions, "draft">,
    control?: EvalControl,
  ): Promise<EvalVerdict>;
}

const defaultRuns = 3;
const defaultJobs = 4;

/** A name that is one component of a path. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");

export function createEvals(deps: AuthoringDeps): Evals {
  const { home, language, skills } = deps;
  const words = createEvalWords(language);
  const usage = (message: string): SkillmintError => new SkillmintError("usage", { params: { message } });

  async function load(
    skill: Skill,
    options: EvalOptions,
  ): Promise<LoadedEvals & { parts: Map<string, Part> }> {
    const loaded = await loadEvals(skill.folder, { skill: skill.name, language, words }, options.files);
    const split = splitOf(options);
    const ids = [...loaded.cases, ...loaded.triggers].map(({ id }) => id);
    return { ...loaded, parts: splitCases(ids, split) };
  }

  function splitOf({ heldOut = defaultSplit.share, seed = defaultSplit.seed }: EvalOptions) {
    return { share: heldOut, seed };
  }

  /** Where the older version is; a kept one is written out for as long as it is needed. */
  async function openOlder(skill: Skill, against: string, temporary: string): Promise<string> {
    if (!/^\d+$/.test(against)) return realpath(against);
    const store = openVersionStore(home);
    const note = (await store.list(skill.folder)).find(({ version }) => version === Number(against));
    if (!note)
      throw new SkillmintError("version-not-found", { params: { name: skill.name, version: against } });
    const folder = join(temporary, basename(skill.folder));
    await writeContent(folder, await store.read(note));
    return folder;
  }

  function planOf(
    skill: Skill,
    loaded: Awaited<ReturnType<typeof load>>,
    options: EvalOptions,
    folders: ArmFolders,
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
      throw usage([words(none, { skill: skill.name }), where].filter((text) => text !== "").join("\n"));
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

  function wordStop(stopped: NonNullable<EvalRuns["stopped"]>, options: EvalOptions, model: Model) {
    const message =
      stopped === "cost"
        ? words("eval.stopped.cost", { cost: options.maxCost ?? 0 })
        : stopped === "cost-unknown"
          ? words("eval.stopped.costUnknown", { model: model.id })
          : words("eval.stopped.cancelled");
    return { why: stopped, message };
  }

  async function measure(
    place: SkillPlace,
    skill: Skill,
    options: EvalOptions,
    control: EvalControl,
    folders: ArmFolders,
  ) {
    const loaded = await load(skill, options);
    const plan = planOf(skill, loaded, options, folders);
    const startedAt = Date.now();
    await using world = await openEvalWorld(deps, { place, skill, options, control });
    const iteration =
      options.out === undefined
        ? undefined
        : await openIteration(join(options.out, `${plainName(skill.name)}-workspace`));
    const runs = await runEvals(plan, {
      ...world.run,
      ...(iteration ? { keep: (finished) => iteration.keep(finished) } : {}),
    });
    const counted =
      runs.caseRuns.filter(({ state }) => state !== "cancelled").length +
      runs.triggerRuns.filter(({ triggered, problem }) => triggered !== null || problem !== undefined).length;
    const result: EvalResult = {
      skill: { id: skill.id, name: skill.name, folder: skill.folder },
      ...(options.against === undefined ? {} : { against: options.against }),
      model: world.model.id,
      judgeModel: world.judgeModel.id,
      startedAt,
      ms: Date.now() - startedAt,
      arms: [...plan.arms],
      use: plan.use,
      runsPerCase: plan.runs,
      split: plan.split,
      state: runs.stopped === undefined ? "complete" : "partial",
      ...(runs.stopped === undefined ? {} : { stopped: wordStop(runs.stopped, options, world.model) }),
      done: counted,
      total: runs.total,
      spent: runs.spent,
      summary: summarizeEvals(plan, runs),
      caseRuns: runs.caseRuns,
      triggerRuns: runs.triggerRuns,
      diagnostics: [...loaded.diagnostics, ...gradingProblems(plan, runs)],
      ...(iteration ? { folder: iteration.folder } : {}),
    };
    await iteration?.finish(result, words, language);
    return { plan, result };
  }

  async function accept(
    place: SkillPlace,
    name: string,
    { draft, ...options }: AcceptOptions,
    control: EvalControl = {},
  ): Promise<EvalVerdict> {
    const { skill } = await skills.api.find(place, name);
    const wanted: EvalOptions = { ...options, noBaseline: true };
    const loaded = await load(skill, wanted);
    const folders = { with_skill: await realpath(draft), old_skill: skill.folder };
    const plan = planOf(skill, loaded, wanted, folders);
    await using world = await openEvalWorld(deps, { place, skill, options: wanted, control });
    return await acceptWhenBetter(plan, world.run);
  }

  return {
    accept,
    async acceptDraft(place, draftId, options = {}, control = {}) {
      const drafts = openDraftStore(home);
      const draft = await drafts.get(draftId);
      if (draft.target.isNew) {
        const nothing = decideBetter([], 0);
        const message = words("eval.better.new", { skill: draft.name });
        return { accepted: false, message, heldOut: nothing, training: nothing, spent: { tokens: 0 } };
      }
      const { skills: all } = await skills.api.list(place);
      const target = all.find(({ folder }) => folder === draft.target.folder);
      return accept(place, target?.id ?? draft.name, { ...options, draft: drafts.folderOf(draft) }, control);
    },
    async list(place, name, options = {}) {
      const { skill } = await skills.api.find(place, name);
      const { cases, triggers, parts, files, diagnostics } = await load(skill, options);
      const partOf = (id: string): Part => parts.get(id) ?? "training";
      return {
        skill: { id: skill.id, name: skill.name, folder: skill.folder },
        files,
        cases: cases.map(({ id, prompt, expectations, file, line }) => ({
          id,
          part: partOf(id),
          prompt,
          expectations: expectations.map(({ text }) => text),
          file,
          line,
        })),
        triggers: triggers.map((trigger) => ({ ...trigger, part: partOf(trigger.id) })),
        diagnostics,
      };
    },
    async run(place, name, options = {}, control = {}) {
      const { skill } = await skills.api.find(place, name);
      const temporary = await mkdtemp(join(tmpdir(), "skillmint-version-"));
      try {
        const old =
          options.against === undefined ? undefined : await openOlder(skill, options.against, temporary);
        const folders = { with_skill: skill.folder, ...(old === undefined ? {} : { old_skill: old }) };
        return (await measure(place, skill, options, control, folders)).result;
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
  };
}

/** Graders that could not decide, each once, with the place of the expectation that asked for them. */
function gradingProblems(plan: EvalPlan, { caseRuns }: EvalRuns): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const run of caseRuns) {
    const task = plan.cases.find(({ id }) => id === run.id);
    for (const { passed, evidence, line } of run.expectations) {
      if (passed !== null || !task) continue;
      const diagnostic: Diagnostic = {
        path: task.file,
        line,
        severity: "warning",
        code: "eval-not-graded",
        message: evidence,
      };
      found.set(`${task.file}:${line}:${evidence}`, diagnostic);
    }
  }
  return [...found.values()];
}
