import type { EvalRate, EvalReply, EvalSpread } from "@skillmint/core/protocol/api";

/** `86 %`; what is not known is never 0. */
export function formatShare(rate: number | null): string | undefined {
  return rate === null ? undefined : `${Math.round(rate * 100)} %`;
}

/** A difference of shares in points, with its sign. */
export function formatPoints(difference: number | null): string | undefined {
  if (difference === null) return undefined;
  const points = Math.round(difference * 100);
  return points === 0 ? "0" : points > 0 ? `+${points}` : `−${Math.abs(points)}`;
}

export function meanOf({ mean, count }: EvalSpread): number | undefined {
  return mean === null || count === 0 ? undefined : mean;
}

/** How wide the scale of differences has to be: as little as shows all of them, in steps of 25 points. */
export function scaleOf(
  differences: readonly { mean: number | null; interval: EvalRate["interval"] }[],
): number {
  const ends = differences.flatMap(({ mean, interval }) => [
    Math.abs(mean ?? 0),
    Math.abs(interval?.low ?? 0),
    Math.abs(interval?.high ?? 0),
  ]);
  return Math.min(1, Math.max(0.25, Math.ceil(Math.max(0, ...ends) * 4) / 4));
}

/** How many runs are asked for. */
export function countRuns(
  counts: { cases: number; triggers: number },
  choice: { runs: number; kinds: "both" | "cases" | "triggers"; arms: number },
): number {
  const cases = choice.kinds === "triggers" ? 0 : counts.cases * choice.arms;
  const triggers = choice.kinds === "cases" ? 0 : counts.triggers;
  return (cases + triggers) * choice.runs;
}

/** The runs of one case, arm by arm. */
export function runsOf({ caseRuns, arms }: EvalReply, id: string): EvalReply["caseRuns"] {
  return caseRuns
    .filter((run) => run.id === id)
    .sort((a, b) => arms.indexOf(a.arm) - arms.indexOf(b.arm) || a.number - b.number);
}
