import type { Check } from "./check.ts";

/** What must hold after a run. Without a check a model judges it by its text. */
export interface Expectation {
  text: string;
  check?: Check;
  /** Where it stands, from 1. */
  line: number;
}

/** A file that a run begins with. */
export type CaseFile = { path: string; from: string } | { path: string; content: string };

/** A prompt and what must come of it. */
export interface EvalCase {
  /** Unique among the cases of a skill. */
  id: string;
  prompt: string;
  expectedOutput?: string;
  files: CaseFile[];
  expectations: Expectation[];
  file: string;
  line: number;
}

/** A prompt that the skill is, or is not, meant for. */
export interface TriggerCase {
  id: string;
  query: string;
  shouldTrigger: boolean;
  file: string;
  line: number;
}

export interface EvalSet {
  cases: EvalCase[];
  triggers: TriggerCase[];
}
