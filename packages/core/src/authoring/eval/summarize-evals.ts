import type { Arm } from "./arm.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { CaseRun, TriggerRun } from "./eval-run.ts";
import type { Part } from "./split-cases.ts";
import {
  compareOf,
  meanOf,
  rateOf,
  spreadOf,
  type Difference,
  type Rate,
  type Spread,
} from "./statistics.ts";

export interface ArmSummary {
  arm: Arm;
  /** How many runs count. */
  runs: number;
  /** Of runs: the share of expectations that a run met. */
  passRate: Spread;
  /** Runs that met everything. */
  wholeRuns: Rate;
  /** Of all decided expectations, those that were met. */
  expectations: Rate;
  tokens: Spread;
  /** Count 0: no price is known. */
  cost: Spread;
  seconds: Spread;
  toolCalls: Spread;
  activated: Rate;
  refused: number;
  questions: number;
  /** Runs that broke, and expectations that nobody could decide: they count for neither side. */
  failedRuns: number;
  ungraded: number;
}

export interface ArmDifference {
  arm: Arm;
  against: Arm;
  all: Difference;
  training: Difference;
  heldOut: Difference;
}

export interface CaseSummary {
  id: string;
  part: Part;
  prompt: string;
  /** The mean pass rate of its runs; `null` where none counts. */
  passRates: Partial<Record<Arm, number | null>>;
}

export interface TriggerCaseSummary {
  id: string;
  part: Part;
  query: string;
  shouldTrigger: boolean;
  /** Of its runs, those that triggered. */
  triggered: Rate;
}

export interface TriggerSummary {
  /** Of the runs that should trigger, those that did. */
  recall: Rate;
  /** Of the runs that triggered, those that should. */
  precision: Rate;
  /** Of the runs that should not trigger, those that did not. */
  specificity: Rate;
  unknown: number;
  cases: TriggerCaseSummary[];
}

export interface EvalSummary {
  arms: ArmSummary[];
  differences: ArmDifference[];
  cases: CaseSummary[];
  triggers?: TriggerSummary;
}

const isGraded = (run: CaseRun): boolean => run.state === "graded";

function summarizeArm(arm: Arm, all: readonly CaseRun[]): ArmSummary {
  const mine = all.filter((run) => run.arm === arm);
  const runs = mine.filter(isGraded);
  const sum = (of: (run: CaseRun) => number): number => mine.reduce((total, run) => total + of(run), 0);
  const met = runs.reduce((total, run) => total + run.passed, 0);
  const decided = runs.reduce((total, run) => total + run.passed + run.failed, 0);
  const whole = runs.filter((run) => run.failed === 0 && run.ungraded === 0).length;
  return {
    arm,
    runs: runs.length,
    passRate: spreadOf(runs.flatMap(({ passRate }) => passRate ?? [])),
    wholeRuns: rateOf(whole, runs.length),
    expectations: rateOf(met, decided),
    tokens: spreadOf(runs.map(({ tokens }) => tokens)),
    cost: spreadOf(runs.flatMap(({ cost }) => cost ?? [])),
    seconds: spreadOf(runs.map(({ ms }) => ms / 1000)),
    toolCalls: spreadOf(runs.map(({ toolCalls }) => toolCalls)),
    activated: rateOf(runs.filter(({ activated }) => activated).length, runs.length),
    refused: sum(({ refused }) => refused.length),
    questions: sum(({ questions }) => questions),
    failedRuns: mine.filter(({ state }) => state === "failed").length,
    ungraded: sum(({ ungraded }) => ungraded),
  };
}

function rateOfCase(runs: readonly CaseRun[], id: string, arm: Arm): number | null {
  return meanOf(
    runs.flatMap((run) => (run.id === id && run.arm === arm && isGraded(run) ? (run.passRate ?? []) : [])),
  );
}

/** Cases that both arms have a result of, each counted once: its runs are not independent of each other. */
function compareArms(cases: readonly CaseSummary[], arm: Arm, against: Arm, seed: number): ArmDifference {
  const compare = (part?: Part): Difference =>
    compareOf(
      cases.flatMap((summary) => {
        const [first, second] = [summary.passRates[against], summary.passRates[arm]];
        const isMeant = part === undefined || summary.part === part;
        return !isMeant || typeof first !== "number" || typeof second !== "number"
          ? []
          : [[first, second] as const];
      }),
      seed,
    );
  return { arm, against, all: compare(), training: compare("training"), heldOut: compare("held-out") };
}

function summarizeTriggers(plan: EvalPlan, runs: readonly TriggerRun[]): TriggerSummary {
  const known = runs.filter((run) => run.triggered !== null);
  const count = (should: boolean, did: boolean): number =>
    known.filter((run) => run.shouldTrigger === should && run.triggered === did).length;
  const [hit, missed, alarm, silent] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  return {
    recall: rateOf(hit, hit + missed),
    precision: rateOf(hit, hit + alarm),
    specificity: rateOf(silent, silent + alarm),
    unknown: runs.length - known.length,
    cases: plan.triggers.map(({ id, query, shouldTrigger }) => {
      const own = known.filter((run) => run.id === id);
      const triggered = rateOf(own.filter((run) => run.triggered === true).length, own.length);
      return { id, query, shouldTrigger, part: plan.parts.get(id) ?? "training", triggered };
    }),
  };
}

/** The numbers of the runs. What is not known is `null` and never 0. */
export function summarizeEvals(
  plan: EvalPlan,
  { caseRuns, triggerRuns }: { caseRuns: readonly CaseRun[]; triggerRuns: readonly TriggerRun[] },
): EvalSummary {
  const cases = plan.cases.map(({ id, prompt }): CaseSummary => ({
    id,
    prompt,
    part: plan.parts.get(id) ?? "training",
    passRates: Object.fromEntries(plan.arms.map((arm) => [arm, rateOfCase(caseRuns, id, arm)])),
  }));
  const others = plan.arms.filter((arm) => arm !== "with_skill");
  return {
    arms: plan.cases.length === 0 ? [] : plan.arms.map((arm) => summarizeArm(arm, caseRuns)),
    differences:
      plan.cases.length > 0 && plan.arms.includes("with_skill")
        ? others.map((arm) => compareArms(cases, "with_skill", arm, plan.split.seed))
        : [],
    cases,
    ...(plan.triggers.length > 0 ? { triggers: summarizeTriggers(plan, triggerRuns) } : {}),
  };
}
