import type { EvalCase, TriggerCase } from "./eval-case.ts";
import type { Arm, SkillUse } from "./arm.ts";
import type { PreparedFile } from "./eval-run.ts";
import type { Part, SplitOptions } from "./split-cases.ts";

/** A case with its files found. */
export interface PreparedCase extends EvalCase {
  prepared: PreparedFile[];
}

/** Everything that decides what is run. */
export interface EvalPlan {
  skill: { name: string; folder: string };
  /** Where the skill of an arm is. An arm without a folder has no skill. */
  folders: Partial<Record<Arm, string>>;
  /** The skill that trigger cases are about, where it is not the skill itself. */
  triggerFolder?: string;
  arms: readonly Arm[];
  use: SkillUse;
  cases: readonly PreparedCase[];
  triggers: readonly TriggerCase[];
  parts: ReadonlyMap<string, Part>;
  split: SplitOptions;
  runs: number;
  jobs: number;
  maxCost?: number;
  limits?: { iterations?: number; timeMs?: number };
}

export type EvalTask =
  | { kind: "case"; case: PreparedCase; arm: Arm; number: number }
  | { kind: "trigger"; case: TriggerCase; number: number };

/** Arms of one case stand beside each other, so that what is there after a stop can be compared. */
export function listTasks({ cases, triggers, arms, runs }: EvalPlan): EvalTask[] {
  return Array.from({ length: runs }, (_, index) => index + 1).flatMap((number): EvalTask[] => [
    ...cases.flatMap((task) => arms.map((arm): EvalTask => ({ kind: "case", case: task, arm, number }))),
    ...triggers.map((task): EvalTask => ({ kind: "trigger", case: task, number })),
  ]);
}
