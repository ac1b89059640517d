import type { CallView, ChildView, SessionView } from "@skillmint/core/protocol";
import { isOver, standingOf } from "./call-state.ts";

/** How a sub-agent stands, for a person. */
export type AgentStanding =
  | "queued"
  | "waiting"
  | "running"
  | "ok"
  | "error"
  | "denied"
  | "interrupted"
  | "limit"
  | "loop"
  | "cancelled";

const early: ReadonlySet<string> = new Set(["error", "limit", "loop", "cancelled"] satisfies AgentStanding[]);

/** Its call says how far it got; once that is answered, its own session does: it may go on in the background. */
export function agentStandingOf(
  call: Pick<CallView, "state" | "status">,
  child: Pick<ChildView, "endedAt" | "status"> | undefined,
  parent: Pick<SessionView, "run" | "ended"> | undefined,
): AgentStanding {
  const standing = standingOf(call);
  if (!isOver(standing)) {
    if (parent?.run) return "running";
    return parent?.ended?.reason === "waiting" ? "waiting" : "interrupted";
  }
  if (standing !== "ok" || !child) return standing;
  if (child.endedAt === undefined) return "running";
  return early.has(child.status ?? "") ? (child.status as AgentStanding) : "ok";
}
