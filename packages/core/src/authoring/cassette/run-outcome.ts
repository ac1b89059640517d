import type { AskView, EndReason, Problem, SessionId, Usage } from "../../protocol/index.ts";

/** How a recorded or replayed run ended; what a runtime's `RunResult` holds. */
export interface RunOutcome {
  sessionId: SessionId;
  reason: EndReason;
  /** The last thing the agent said. */
  text: string;
  usage: Usage;
  iterations: number;
  asks: AskView[];
  limit?: "iterations" | "tokens" | "cost" | "time" | "output";
  error?: Problem;
}
