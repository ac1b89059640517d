import type { Usage } from "../../protocol/index.ts";

/** Why evals ended early. */
export type Stopped = "cost" | "cost-unknown" | "cancelled";

export interface CostMeter {
  /** Aborts with the outer signal, or when the limit is reached. */
  readonly signal: AbortSignal;
  add(usage: Usage): void;
  spent(): { tokens: number; cost?: number };
  stopped(): Stopped | undefined;
  close(): void;
}

/** Counts what all runs and judges use up together and stops them where a limit is reached. */
export function createCostMeter(maxCost: number | undefined, outer: AbortSignal): CostMeter {
  const controller = new AbortController();
  let tokens = 0;
  let cost: number | undefined;
  let stopped: Stopped | undefined;
  const stop = (why: Stopped): void => {
    stopped ??= why;
    controller.abort();
  };
  const onAbort = (): void => stop("cancelled");
  outer.addEventListener("abort", onAbort, { once: true });
  if (outer.aborted) onAbort();
  return {
    signal: controller.signal,
    add(usage) {
      tokens += usage.input + usage.output;
      if (usage.cost !== undefined) cost = (cost ?? 0) + usage.cost;
      if (maxCost === undefined) return;
      if (usage.cost === undefined && usage.input + usage.output > 0) stop("cost-unknown");
      else if ((cost ?? 0) >= maxCost) stop("cost");
    },
    spent: () => ({ tokens, ...(cost === undefined ? {} : { cost }) }),
    stopped: () => stopped,
    close: () => outer.removeEventListener("abort", onAbort),
  };
}
