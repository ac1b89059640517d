import type { Diagnostic } from "../../protocol/index.ts";
import type { Arm, SkillUse } from "./arm.ts";
import type { Stopped } from "./cost-meter.ts";
import type { CaseRun, TriggerRun } from "./eval-run.ts";
import type { SplitOptions } from "./split-cases.ts";
import type { EvalSummary } from "./summarize-evals.ts";

/** What evals found out; plain data. */
export interface EvalResult {
  skill: { id: string; name: string; folder: string };
  /** What the older version was: the number of a kept state, or a folder. */
  against?: string;
  model: string;
  judgeModel: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  ms: number;
  arms: Arm[];
  use: SkillUse;
  runsPerCase: number;
  split: SplitOptions;
  /** `partial`: it was stopped, by `stopped`. */
  state: "complete" | "partial";
  stopped?: { why: Stopped; message: string };
  done: number;
  total: number;
  spent: { tokens: number; cost?: number };
  summary: EvalSummary;
  caseRuns: CaseRun[];
  triggerRuns: TriggerRun[];
  /** What is wrong with the files of evals, and what graders could not do. */
  diagnostics: Diagnostic[];
  /** Where everything was written; it may be gone meanwhile. */
  folder: string;
}
