import type { CaseScores } from "./decide-better.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { CaseRun, TriggerRun } from "./eval-run.ts";
import type { Part } from "./split-cases.ts";
import { meanOf } from "./statistics.ts";

/** The runs of a change: cases in both arms, and trigger cases of the changed skill and of the one that is there. */
export interface Measured {
  caseRuns: readonly CaseRun[];
  after: readonly TriggerRun[];
  before: readonly TriggerRun[];
}

/** How often each expectation of a case was met in these runs; `null` where no run decided it. */
function ratesOf(runs: readonly CaseRun[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) =>
    meanOf(
      runs.flatMap(({ expectations }) => {
        const passed = expectations[index]?.passed ?? null;
        return passed === null ? [] : [passed ? 1 : 0];
      }),
    ),
  );
}

/**
 * Both sides are asked the same: what was not decided before counts for neither. What was, and cannot be decided any
 * more, is not met: else a change would gain by leaving nothing to judge.
 */
function scoreCase(runs: readonly CaseRun[], id: string, count: number): Omit<CaseScores, "id"> {
  const of = (arm: CaseRun["arm"]): CaseRun[] =>
    runs.filter((run) => run.id === id && run.arm === arm && run.state !== "failed");
  const [first, second] = [of("old_skill"), of("with_skill")];
  const rates = ratesOf(second, count);
  const known = ratesOf(first, count).flatMap((before, index) =>
    before === null ? [] : [{ before, after: rates[index] ?? 0 }],
  );
  return {
    before: meanOf(known.map(({ before }) => before)),
    after: second.length === 0 ? null : meanOf(known.map(({ after }) => after)),
  };
}

function scoreTrigger(runs: readonly TriggerRun[], id: string): number | null {
  return meanOf(
    runs.flatMap((run) =>
      run.id !== id || run.triggered === null ? [] : [run.triggered === run.shouldTrigger ? 1 : 0],
    ),
  );
}

/** How each case of a part did with the skill that is there and with the changed one. */
export function scoreCases(plan: EvalPlan, part: Part, measured: Measured): CaseScores[] {
  const { caseRuns, before, after } = measured;
  const isMeant = ({ id }: { id: string }): boolean => plan.parts.get(id) === part;
  const cases = plan.cases.filter(isMeant).map(({ id, expectations }) => ({
    id: `case ${id}`,
    ...scoreCase(caseRuns, id, expectations.length),
  }));
  const triggers = plan.triggers.filter(isMeant).map(({ id }) => ({
    id: `trigger ${id}`,
    before: scoreTrigger(before, id),
    after: scoreTrigger(after, id),
  }));
  return [...cases, ...triggers];
}
