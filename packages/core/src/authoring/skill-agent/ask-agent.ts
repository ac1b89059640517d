import type { SessionId, Usage } from "../../protocol/index.ts";
import type { Access } from "./build-prompt.ts";

/** What long work tells of itself. */
export type Progress =
  | { step: "asked" }
  | { step: "tool"; name: string; title: string }
  | { step: "repair"; problems: string[] }
  | { step: "judged"; accepted: boolean; message: string };

/** How a piece of work is to be done, beside what it is. */
export interface WorkOptions {
  /** `provider/model`; without it the one that a new session would have. */
  model?: string;
  baseUrl?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Turn {
  /** The piece of work that this goes on with; without it a new one, that knows of no other. */
  sessionId?: SessionId;
  /** All that it can reach. */
  folder: string;
  /** Counts where the work begins. */
  system: string;
  access: Access;
  text: string;
}

export interface Reply {
  sessionId: SessionId;
  text: string;
  /** Of the piece of work so far. */
  usage: Usage;
}

/**
 * One turn of the sub-agent until it ends by itself. Fails with the model's error, `cancelled`, or `authoring-failed`
 * where it was stopped by a limit.
 */
export type AskAgent = (turn: Turn, options: WorkOptions) => Promise<Reply>;
