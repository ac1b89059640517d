import type { Stopped } from "./cost-meter.ts";
import type { EvalWords } from "./eval-words.ts";

/** Why evals ended early, for a person. */
export function wordStop(
  stopped: Stopped,
  { maxCost, model }: { maxCost: number | undefined; model: string },
  words: EvalWords,
): string {
  if (stopped === "cost") return words("eval.stopped.cost", { cost: maxCost ?? 0 });
  return stopped === "cost-unknown"
    ? words("eval.stopped.costUnknown", { model })
    : words("eval.stopped.cancelled");
}
