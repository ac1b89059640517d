import type { EndReason } from "./durable-schema.ts";
import type { Problem } from "./error.ts";
import type { SessionId } from "./id.ts";
import type { Usage } from "./usage.ts";
import type { AskView } from "./view.ts";

/** How a session stands after a run. */
export interface RunResult {
  sessionId: SessionId;
  reason: EndReason;
  /** The last thing the agent said. */
  text: string;
  usage: Usage;
  iterations: number;
  /** What a person must answer, oldest first. */
  asks: AskView[];
  limit?: "iterations" | "tokens" | "cost" | "time" | "output";
  error?: Problem;
}
