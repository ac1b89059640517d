import type { CallView } from "@skillmint/core/protocol";

/** How a call stands, for a person. */
export type CallStanding = "waiting" | "queued" | "running" | "ok" | "error" | "denied" | "interrupted";

export function standingOf({ state, status }: Pick<CallView, "state" | "status">): CallStanding {
  if (state === "settled") return status ?? "ok";
  if (state === "asked") return "waiting";
  return state === "started" ? "running" : "queued";
}

export const isOver = (standing: CallStanding): boolean =>
  standing === "ok" || standing === "error" || standing === "denied" || standing === "interrupted";
