import { explain, noUsage, toSkillmintError, type Language } from "../../protocol/index.ts";
import type { CheckEnv, CheckSubject } from "./check-env.ts";
import { createCostMeter, type Stopped } from "./cost-meter.ts";
import { listTasks, type EvalPlan, type EvalTask } from "./eval-plan.ts";
import type { CaseRun, IsolatedRecord, RunIsolated, TriggerRun } from "./eval-run.ts";
import type { EvalWords } from "./eval-words.ts";
import { gradeRun, type Grading } from "./grade-run.ts";
import type { Judge } from "./judge.ts";
import type { RunCommand } from "./run-record.ts";
import { runPool } from "./run-pool.ts";
import { readOutputs, writeTranscript } from "./transcript.ts";

/** What happens while evals run; each names the run it is about. */
export type EvalProgress =
  | { type: "eval.started"; total: number; cases: number; triggers: number }
  | { type: "eval.runStarted"; run: RunName }
  | { type: "eval.runEnded"; run: RunName; done: number; total: number; result: CaseRun | TriggerRun }
  | { type: "eval.ended"; done: number; total: number; stopped?: Stopped };

export interface RunName {
  kind: "case" | "trigger";
  id: string;
  number: number;
  arm?: string;
}

/** A finished run with what it left behind; its folder is gone once `keep` returned. */
export interface FinishedRun {
  task: EvalTask;
  result: CaseRun | TriggerRun;
  record: IsolatedRecord;
  subject: CheckSubject;
}

export interface RunEvalsOptions {
  run: RunIsolated;
  judge: Judge;
  runCommand: RunCommand;
  words: EvalWords;
  language: Language;
  signal: AbortSignal;
  onProgress?: (progress: EvalProgress) => void;
  /** Writes down what a run left. */
  keep?: (finished: FinishedRun) => Promise<void>;
}

export interface EvalRuns {
  caseRuns: CaseRun[];
  triggerRuns: TriggerRun[];
  total: number;
  spent: { tokens: number; cost?: number };
  stopped?: Stopped;
}

function nameOf(task: EvalTask): RunName {
  const { kind, number } = task;
  return { kind, id: task.case.id, number, ...(task.kind === "case" ? { arm: task.arm } : {}) };
}

const noGrading: Pick<Grading, "expectations" | "passed" | "failed" | "ungraded" | "passRate" | "steering"> =
  {
    expectations: [],
    passed: 0,
    failed: 0,
    ungraded: 0,
    passRate: null,
    steering: [],
  };

/** A run that could not even begin. */
function brokenRecord(error: unknown): IsolatedRecord {
  return {
    reason: "error",
    text: "",
    usage: noUsage,
    ms: 0,
    iterations: 0,
    calls: [],
    activated: [],
    questions: 0,
    refused: [],
    error: toSkillmintError(error).toProblem(),
    events: [],
    folder: "",
    changed: [],
    triggered: false,
    dispose: async () => undefined,
  };
}

function measure(task: EvalTask, record: IsolatedRecord, language: Language) {
  const { usage, ms, error } = record;
  return {
    id: task.case.id,
    number: task.number,
    tokens: usage.input + usage.output,
    ...(usage.cost === undefined ? {} : { cost: usage.cost }),
    ms,
    ...(error ? { problem: explain(error, language) } : {}),
  };
}

/** Runs every task, grades it and tells of it. A run that breaks is a result like any other; nothing here throws for it. */
export async function runEvals(plan: EvalPlan, options: RunEvalsOptions): Promise<EvalRuns> {
  const { words, language, onProgress } = options;
  const tasks = listTasks(plan);
  const meter = createCostMeter(plan.maxCost, options.signal);
  const caseRuns: CaseRun[] = [];
  const triggerRuns: TriggerRun[] = [];
  const checks: CheckEnv = {
    words,
    runCommand: options.runCommand,
    skillFolder: plan.skill.folder,
    signal: meter.signal,
  };
  let done = 0;

  async function start(task: EvalTask): Promise<IsolatedRecord> {
    const isCase = task.kind === "case";
    const folder = isCase ? plan.folders[task.arm] : (plan.triggerFolder ?? plan.skill.folder);
    return options.run({
      prompt: isCase ? task.case.prompt : task.case.query,
      files: isCase ? task.case.prepared : [],
      ...(folder === undefined ? {} : { skill: { folder, use: isCase ? plan.use : "offered" } }),
      kind: isCase ? "task" : "trigger",
      ...(plan.limits ? { limits: plan.limits } : {}),
      signal: meter.signal,
      onUsage: (usage) => meter.add(usage),
    });
  }

  async function work(task: EvalTask): Promise<void> {
    const isCase = task.kind === "case";
    onProgress?.({ type: "eval.runStarted", run: nameOf(task) });
    const record = await start(task).catch((error: unknown) => brokenRecord(error));
    try {
      const subject: CheckSubject = {
        record,
        prompt: isCase ? task.case.prompt : task.case.query,
        transcript: writeTranscript(record, words),
        outputs: await readOutputs(record),
      };
      const result = isCase ? await toCaseRun(task, record, subject) : toTriggerRun(task, record);
      await options.keep?.({ task, result, record, subject });
      if ("arm" in result) caseRuns.push(result);
      else triggerRuns.push(result);
      const isCut = "arm" in result ? result.state === "cancelled" : result.triggered === null;
      if (!isCut) done += 1;
      onProgress?.({ type: "eval.runEnded", run: nameOf(task), done, total: tasks.length, result });
    } finally {
      await record.dispose();
    }
  }

  function toTriggerRun(task: Extract<EvalTask, { kind: "trigger" }>, record: IsolatedRecord): TriggerRun {
    const { shouldTrigger } = task.case;
    const isKnown = record.triggered || (record.reason !== "error" && record.reason !== "cancelled");
    return {
      ...measure(task, record, language),
      shouldTrigger,
      triggered: isKnown ? record.triggered : null,
    };
  }

  async function toCaseRun(
    task: Extract<EvalTask, { kind: "case" }>,
    record: IsolatedRecord,
    subject: CheckSubject,
  ): Promise<CaseRun> {
    const base = {
      ...measure(task, record, language),
      arm: task.arm,
      reason: record.reason,
      toolCalls: record.calls.length,
      toolErrors: record.calls.filter(({ status }) => status === "error").length,
      refused: record.refused,
      questions: record.questions,
      activated: record.triggered || record.activated.includes(plan.skill.name),
      outputs: record.changed,
    };
    if (record.reason === "cancelled") return { ...base, ...noGrading, state: "cancelled" };
    if (record.reason === "error") return { ...base, ...noGrading, state: "failed" };
    const grading = await gradeRun(task.case, subject, { judge: options.judge, checks });
    meter.add(grading.judgeUsage);
    const { judgeUsage: _, ...graded } = grading;
    if (meter.signal.aborted && grading.passRate === null)
      return { ...base, ...noGrading, state: "cancelled" };
    return { ...base, ...graded, state: grading.passRate === null ? "ungraded" : "graded" };
  }

  onProgress?.({
    type: "eval.started",
    total: tasks.length,
    cases: plan.cases.length,
    triggers: plan.triggers.length,
  });
  try {
    await runPool(tasks, plan.jobs, meter.signal, work);
  } finally {
    meter.close();
  }
  const stopped = done < tasks.length ? meter.stopped() : undefined;
  onProgress?.({ type: "eval.ended", done, total: tasks.length, ...(stopped ? { stopped } : {}) });
  return {
    caseRuns,
    triggerRuns,
    total: tasks.length,
    spent: meter.spent(),
    ...(stopped ? { stopped } : {}),
  };
}
