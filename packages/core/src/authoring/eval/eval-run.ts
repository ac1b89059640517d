import type { RunRecord } from "./run-record.ts";
import type { Arm, SkillUse } from "./arm.ts";
import type { GradedExpectation } from "./grade-run.ts";
import type { Usage } from "../../protocol/index.ts";

/** A file for the folder of a run. */
export type PreparedFile = { path: string; from: string } | { path: string; content: string };

export interface IsolatedRequest {
  prompt: string;
  files: readonly PreparedFile[];
  /** Absent: without it. */
  skill?: { folder: string; use: SkillUse };
  /** `trigger`: nothing may be changed, few replies, and it ends as soon as the skill was loaded. */
  kind: "task" | "trigger";
  limits?: { iterations?: number; timeMs?: number };
  signal: AbortSignal;
  /** Told of what each reply used up, as soon as it came. */
  onUsage?: (usage: Usage) => void;
}

export interface IsolatedRecord extends RunRecord {
  /** The skill under test was loaded by the model. */
  triggered: boolean;
}

/** Runs a prompt in a folder and a home of its own; nothing of it is seen by any other run. */
export type RunIsolated = (request: IsolatedRequest) => Promise<IsolatedRecord>;

/** `failed`: the run itself broke (a model that cannot be reached), so that it says nothing about the skill. */
export type RunState = "graded" | "ungraded" | "failed" | "cancelled";

interface Measured {
  id: string;
  number: number;
  tokens: number;
  /** US dollars; absent where no price is known. The judge's share is apart. */
  cost?: number;
  ms: number;
  /** Why it failed. */
  problem?: string;
}

/** One run of one case in one arm. */
export interface CaseRun extends Measured {
  arm: Arm;
  state: RunState;
  reason?: string;
  passRate: number | null;
  passed: number;
  failed: number;
  ungraded: number;
  expectations: GradedExpectation[];
  toolCalls: number;
  toolErrors: number;
  refused: { tool: string; reason: string }[];
  questions: number;
  activated: boolean;
  steering: string[];
  outputs: string[];
}

/** One run of one trigger case. */
export interface TriggerRun extends Measured {
  shouldTrigger: boolean;
  /** `null`: it is not known, because the run broke. */
  triggered: boolean | null;
}
