import type { Arm, SkillUse } from "../../authoring/eval/arm.ts";
import type { Part } from "../../authoring/eval/split-cases.ts";

/** What a person may say about evals. */
export interface EvalOptions {
  /** Files of evals; default: those in `evals` of the skill. Absolute paths. */
  files?: readonly string[];
  /** Only cases with these ids. */
  only?: readonly string[];
  /** Only this part. Default: both. */
  part?: Part;
  /** Without the arm that has no skill. */
  noBaseline?: boolean;
  /** The third arm: the number of a kept version, or the folder of a skill. */
  against?: string;
  /** Cases with expectations, trigger cases, or both. Default: both. */
  kinds?: readonly ("cases" | "triggers")[];
  /** Default: `own`. */
  use?: SkillUse;
  /** Repetitions of each case in each arm. Default: 3 for cases and trigger cases alike. */
  runs?: number;
  /** How many at once. Default: 4. */
  jobs?: number;
  /** US dollars, runs and judge together. */
  maxCost?: number;
  model?: string;
  baseUrl?: string;
  judgeModel?: string;
  heldOut?: number;
  seed?: number;
  maxIterations?: number;
  maxMs?: number;
  /** `off`: commands of runs and graders run without a sandbox. */
  sandbox?: "off";
  /** Where `<skill>-workspace` is made. Default: below the home, where the newest five executions stay. */
  out?: string;
}

/** Whatever of an arm is needed to run it. */
export type ArmFolders = Partial<Record<Arm, string>>;
