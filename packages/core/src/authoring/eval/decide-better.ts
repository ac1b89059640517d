import { compareOf, fewestPairs, meanOf, type Difference } from "./statistics.ts";

/** How a case did before and after a change, from 0 to 1. */
export interface CaseScores {
  id: string;
  before: number;
  after: number;
}

export interface BetterDecision {
  accepted: boolean;
  /**
   * `few`: below six cases more is met and no case lost anything. `shown`: the interval of the difference lies above 0.
   * The others say why it was not accepted.
   */
  rule: "few" | "shown" | "none" | "lost" | "same" | "unclear";
  before: number | null;
  after: number | null;
  difference: Difference;
}

/** Sums of shares differ by tiny amounts although nothing does. */
const tiny = 1e-9;

/**
 * A change counts as better only where that is shown. With six cases or more: the 95 % interval of the paired
 * difference lies above 0. With fewer no interval can show anything, so every case must be at least as good as it was
 * and the sum must be larger.
 */
export function decideBetter(scores: readonly CaseScores[], seed: number): BetterDecision {
  const difference = compareOf(
    scores.map(({ before, after }) => [before, after]),
    seed,
  );
  const known = {
    before: meanOf(scores.map(({ before }) => before)),
    after: meanOf(scores.map(({ after }) => after)),
    difference,
  };
  const refuse = (rule: BetterDecision["rule"]): BetterDecision => ({ accepted: false, rule, ...known });
  if (scores.length === 0) return refuse("none");
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
