import type { EventDraft, Limits, SessionView } from "../protocol/index.ts";

type Reached = Pick<EventDraft<"run.ended">, "reason" | "limit">;

/** How a run has to end because of what it has used up; nothing where it may go on. */
export function reachedLimit(view: SessionView, limits: Limits): Reached | undefined {
  const { run } = view;
  if (!run) return undefined;
  const reached = (limit: NonNullable<Reached["limit"]>): Reached => ({ reason: "limit", limit });
  if (limits.iterations !== undefined && run.iterations >= limits.iterations) return reached("iterations");
  if (limits.tokens !== undefined && run.usage.input + run.usage.output >= limits.tokens)
    return reached("tokens");
  if (limits.cost !== undefined && (run.usage.cost ?? 0) >= limits.cost) return reached("cost");
  if (limits.timeMs !== undefined && Date.now() - run.at >= limits.timeMs) return reached("time");
  return undefined;
}
