import { compareOf, fewestPairs, meanOf, type Difference } from "./statistics.ts";

/** How a case did before and after a change, from 0 to 1; `null` where that could not be measured. */
export interface CaseScores {
  id: string;
  before: number | null;
  after: number | null;
}

export interface BetterDecision {
  accepted: boolean;
  /**
   * `few`: below six cases more is met and no case lost anything. `shown`: the interval of the difference lies above 0.
   * The others say why it was not accepted; `broken`: cases could not be measured.
   */
  rule: "few" | "shown" | "none" | "broken" | "lost" | "same" | "unclear";
  before: number | null;
  after: number | null;
  difference: Difference;
  /** Cases that could be measured before and not after it, and all of them where none could be on both sides. */
  broken: number;
}

/** Sums of shares differ by tiny amounts although nothing does. */
const tiny = 1e-9;

/**
 * A change counts as better only where that is shown. With six cases or more: the 95 % interval of the paired
 * difference lies above 0. With fewer no interval can show anything, so every case must be at least as good as it was
 * and the sum must be larger. Where a case breaks with the change nobody knows what it lost, so nothing is shown; one
 * that could not be measured before counts for neither side.
 */
export function decideBetter(all: readonly CaseScores[], seed: number): BetterDecision {
  const scores = all.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [{ before, after }],
  );
  const lost = all.filter(({ before, after }) => before !== null && after === null).length;
  const difference = compareOf(
    scores.map(({ before, after }) => [before, after]),
    seed,
  );
  const known = {
    before: meanOf(scores.map(({ before }) => before)),
    after: meanOf(scores.map(({ after }) => after)),
    difference,
    broken: scores.length === 0 ? all.length : lost,
  };
  const refuse = (rule: BetterDecision["rule"]): BetterDecision => ({ accepted: false, rule, ...known });
  if (all.length === 0) return refuse("none");
  if (known.broken > 0) return refuse("broken");
  const isMore = (difference.mean ?? 0) > tiny;
  if (scores.length < fewestPairs) {
    if (scores.some(({ before, after }) => after < before - tiny)) return refuse("lost");
    return isMore ? { accepted: true, rule: "few", ...known } : refuse("same");
  }
  if (!isMore) return refuse("same");
  return (difference.interval?.low ?? 0) > tiny
    ? { accepted: true, rule: "shown", ...known }
    : refuse("unclear");
}
