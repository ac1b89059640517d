import { createOutsideWords, markOutside } from "../../tool/mark-outside.ts";
import { createNumberWords } from "./word-numbers.ts";
import { decideBetter, type BetterDecision } from "./decide-better.ts";
import type { EvalPlan } from "./eval-plan.ts";
import { runEvals, type EvalRuns, type RunEvalsOptions } from "./run-evals.ts";
import { scoreCases, type Measured } from "./score-cases.ts";
import type { EvalWords } from "./eval-words.ts";
import { wordStop } from "./word-stop.ts";
import { SkillmintError } from "../../protocol/index.ts";

/** Whether a changed skill is better, and what its writer may know of that. */
export interface EvalVerdict {
  accepted: boolean;
  /** For a person: it speaks of the held-out cases by numbers only. */
  message: string;
  /** For the writer: what cases of the training part did not meet. Nothing in it comes from a held-out case. */
  feedback?: string;
  heldOut: BetterDecision;
  training: BetterDecision;
  spent: { tokens: number; cost?: number };
}

const maxFailures = 12;
const maxEvidence = 400;

function wordDecision(decision: BetterDecision, words: EvalWords): string {
  const { rule, before, after, difference, broken } = decision;
  const { percent, points } = createNumberWords(words);
  const rates = { before: percent(before), after: percent(after) };
  const cases = difference.pairs;
  if (rule === "few") return words("eval.better.few", { cases, ...rates });
  if (rule === "none") return words("eval.better.none");
  if (rule === "broken") return words("eval.better.broken", { count: broken });
  if (rule === "shown" || rule === "unclear")
    return words(`eval.better.${rule}`, {
      cases,
      mean: points(difference.mean ?? 0),
      low: points(difference.interval?.low ?? 0),
      high: points(difference.interval?.high ?? 0),
    });
  return words(`eval.better.${rule}`, rates);
}

/** What the training cases did not meet with the changed skill. What runs said is data from outside. */
function wordFeedback(plan: EvalPlan, measured: Measured, options: RunEvalsOptions): string {
  const { words, language } = options;
  const isTraining = ({ id }: { id: string }): boolean => plan.parts.get(id) === "training";
  const failures = measured.caseRuns.filter(isTraining).flatMap((run) => {
    const prompt = plan.cases.find(({ id }) => id === run.id)?.prompt ?? "";
    if (run.arm !== "with_skill") return [];
    return run.expectations.flatMap(({ text, passed, evidence }) =>
      passed === false
        ? [words("eval.feedback.failed", { prompt, text, evidence: evidence.slice(0, maxEvidence) })]
        : [],
    );
  });
  const triggers = measured.after.filter(isTraining).flatMap((run) => {
    if (run.triggered === null || run.triggered === run.shouldTrigger) return [];
    const query = plan.triggers.find(({ id }) => id === run.id)?.query ?? "";
    return [words(run.shouldTrigger ? "eval.feedback.missed" : "eval.feedback.alarm", { query })];
  });
  const all = [...new Set([...failures, ...triggers])].slice(0, maxFailures);
  if (all.length === 0) return words("eval.feedback.nothing");
  const outside = markOutside(all.join("\n\n"), words("eval.feedback.source"), createOutsideWords(language));
  return `${words("eval.feedback.intro")}\n\n${outside}`;
}

/**
 * Runs the cases with the changed skill (`with_skill`) and with the one that is there (`old_skill`) and accepts the
 * change only where the held-out cases show that it is better (`decideBetter`). A measurement that reached its cost limit
 * shows nothing; one that somebody stopped fails with `cancelled`. The evals are those of the skill that is there: a
 * change cannot bring its own.
 */
export async function acceptWhenBetter(
  plan: EvalPlan,
  options: RunEvalsOptions & { model: string },
): Promise<EvalVerdict> {
  const { words, model } = options;
  const changed = plan.folders.with_skill ?? plan.skill.folder;
  const runs: EvalRuns = await runEvals({ ...plan, triggerFolder: changed }, options);
  const rest = plan.maxCost === undefined ? {} : { maxCost: plan.maxCost - (runs.spent.cost ?? 0) };
  const old: EvalRuns =
    plan.triggers.length === 0 || runs.stopped !== undefined
      ? { caseRuns: [], triggerRuns: [], total: 0, spent: { tokens: 0 } }
      : await runEvals({ ...plan, cases: [], triggerFolder: plan.skill.folder, ...rest }, options);
  const measured: Measured = { caseRuns: runs.caseRuns, after: runs.triggerRuns, before: old.triggerRuns };
  const { seed } = plan.split;
  const heldOut = decideBetter(scoreCases(plan, "held-out", measured), seed);
  const training = decideBetter(scoreCases(plan, "training", measured), seed);
  const cost = [runs.spent.cost, old.spent.cost].filter((value) => value !== undefined);
  const spent = {
    tokens: runs.spent.tokens + old.spent.tokens,
    ...(cost.length === 0 ? {} : { cost: cost.reduce((sum, value) => sum + value, 0) }),
  };
  const stopped = runs.stopped ?? old.stopped;
  if (stopped === "cancelled") throw new SkillmintError("cancelled");
  if (stopped !== undefined) {
    const reason = wordStop(stopped, { maxCost: plan.maxCost, model }, words);
    const message = words("eval.better.partial", { reason });
    return { accepted: false, message, heldOut, training, spent };
  }
  const message = wordDecision(heldOut, words);
  // Nothing that its writer could do about it.
  if (heldOut.accepted || heldOut.rule === "none" || heldOut.rule === "broken")
    return { accepted: heldOut.accepted, message, heldOut, training, spent };
  return {
    accepted: false,
    message,
    feedback: wordFeedback(plan, measured, options),
    heldOut,
    training,
    spent,
  };
}
