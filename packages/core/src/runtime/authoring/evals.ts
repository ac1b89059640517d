import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { acceptWhenBetter, type EvalVerdict } from "../../authoring/eval/accept-when-better.ts";
import { decideBetter } from "../../authoring/eval/decide-better.ts";
import type { EvalResult } from "../../authoring/eval/eval-result.ts";
import { createEvalWords } from "../../authoring/eval/eval-words.ts";
import { gradingProblems } from "../../authoring/eval/grading-problems.ts";
import { openIteration } from "../../authoring/eval/iteration.ts";
import { openKeptEvals, type KeptEvals } from "../../authoring/eval/kept-evals.ts";
import { writeReport } from "../../authoring/eval/report.ts";
import { runEvals, type EvalProgress } from "../../authoring/eval/run-evals.ts";
import type { Part } from "../../authoring/eval/split-cases.ts";
import { summarizeEvals } from "../../authoring/eval/summarize-evals.ts";
import { wordStop } from "../../authoring/eval/word-stop.ts";
import { writeContent } from "../../authoring/versions/folder-content.ts";
import { createAuthoringWords } from "../../authoring/words.ts";
import { ensureFolder } from "../../environment/home.ts";
import { SkillmintError, type Diagnostic } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import type { SkillPlace } from "../skills/skills.ts";
import { assertOpen } from "./assert-open.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { openDraftStore } from "./drafts.ts";
import type { ArmFolders, EvalOptions } from "./eval-options.ts";
import { openEvalWorld } from "./eval-world.ts";
import { loadSkillEvals, planEvals, type SkillEvals } from "./plan-evals.ts";
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
  /** What it found out is the newest result from then on, unless it was stopped before anything was measured. */
  run(place: SkillPlace, name: string, options?: EvalOptions, control?: EvalControl): Promise<EvalResult>;
  /** The newest result of `run`, whichever process measured it. */
  last(place: SkillPlace, name: string): Promise<EvalResult | undefined>;
  /** Its report: one page of HTML, in the language of whoever measured. */
  report(place: SkillPlace, name: string): Promise<string | undefined>;
  /** Refused as `run` would be where there is nothing to be run: asked before anything is paid for. */
  assertEvals(place: SkillPlace, name: string, options?: EvalOptions): Promise<void>;
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

/** A name that is one component of a path. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");

export function createEvals(deps: AuthoringDeps): Evals {
  const { home, language, skills } = deps;
  const words = createEvalWords(language);
  const authoringWords = createAuthoringWords(language);
  const load = (skill: Skill, options: EvalOptions): Promise<SkillEvals> =>
    loadSkillEvals(skill, options, { language, words });

  const openKept = ({ folder }: Skill): KeptEvals => openKeptEvals(join(home.root, "evals"), folder);

  const findKept = async (place: SkillPlace, name: string): Promise<KeptEvals> =>
    openKept((await skills.api.find(place, name)).skill);

  async function findFolder(folder: string): Promise<string> {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined && existsSync(join(real, "SKILL.md"))) return real;
    throw new SkillmintError("usage", {
      params: { message: authoringWords("authoring.noOlder", { folder }) },
    });
  }

  /** Where the older version is; a kept one is written out for as long as it is needed. */
  async function openOlder(skill: Skill, against: string, temporary: string): Promise<string> {
    if (!/^\d+$/.test(against)) return findFolder(against);
    const store = openVersionStore(home);
    const note = (await store.list(skill.folder)).find(({ version }) => version === Number(against));
    if (!note)
      throw new SkillmintError("version-not-found", { params: { name: skill.name, version: against } });
    const folder = join(temporary, basename(skill.folder));
    await writeContent(folder, await store.read(note));
    return folder;
  }

  async function measure(
    place: SkillPlace,
    skill: Skill,
    options: EvalOptions,
    control: EvalControl,
    folders: ArmFolders,
  ): Promise<EvalResult> {
    const loaded = await load(skill, options);
    const plan = planEvals(skill, loaded, options, { folders, words });
    const startedAt = Date.now();
    await using world = await openEvalWorld(deps, { place, skill, options, control });
    const kept = openKept(skill);
    if (options.out === undefined) await ensureFolder(kept.folder);
    const iteration = await openIteration(
      join(options.out ?? kept.folder, `${plainName(skill.name)}-workspace`),
    );
    const runs = await runEvals(plan, {
      ...world.run,
      keep: (finished) => iteration.keep(finished),
    });
    const limits = { maxCost: options.maxCost, model: world.model.id };
    const stopped = runs.stopped && { why: runs.stopped, message: wordStop(runs.stopped, limits, words) };
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
      ...(stopped === undefined ? {} : { stopped }),
      done: counted,
      total: runs.total,
      spent: runs.spent,
      summary: summarizeEvals(plan, runs),
      caseRuns: runs.caseRuns,
      triggerRuns: runs.triggerRuns,
      diagnostics: [...loaded.diagnostics, ...gradingProblems(plan, runs)],
      folder: iteration.folder,
    };
    const page = writeReport(result, words, language);
    await iteration.finish(result, words, page);
    if (options.out === undefined) await kept.prune(iteration.folder);
    if (result.done > 0) await keep(kept, result, page);
    return result;
  }

  /** What was paid for is not lost because it cannot be remembered. */
  async function keep(kept: KeptEvals, result: EvalResult, page: string): Promise<void> {
    try {
      await kept.keep(result, page);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (code === undefined) throw error;
      result.diagnostics.push({
        path: kept.folder,
        severity: "warning",
        code: "eval-not-kept",
        message: words("eval.notKept", { reason: message ?? code }),
      });
    }
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
    const plan = planEvals(skill, loaded, wanted, { folders, words });
    await using world = await openEvalWorld(deps, { place, skill, options: wanted, control });
    return await acceptWhenBetter(plan, { ...world.run, model: world.model.id });
  }

  return {
    accept,
    async assertEvals(place, name, options = {}) {
      const { skill } = await skills.api.find(place, name);
      planEvals(skill, await load(skill, options), options, { folders: {}, words });
    },
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
    last: async (place, name) => (await findKept(place, name)).last(),
    report: async (place, name) => (await findKept(place, name)).report(),
    async run(place, name, options = {}, control = {}) {
      const { skill } = await skills.api.find(place, name);
      await assertOpen(home, skill, authoringWords);
      const temporary = await mkdtemp(join(tmpdir(), "skillmint-version-"));
      try {
        const old =
          options.against === undefined ? undefined : await openOlder(skill, options.against, temporary);
        const folders = { with_skill: skill.folder, ...(old === undefined ? {} : { old_skill: old }) };
        return await measure(place, skill, options, control, folders);
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
  };
}
