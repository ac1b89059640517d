import type { ToolContext } from "../tool/define-tool.ts";
import type { ActionCall, Shown } from "./action.ts";
import type { BrowserAction } from "./browser-inputs.ts";

export interface FaceCall extends Pick<ActionCall<unknown>, "judged" | "place"> {
  input: Record<string, unknown>;
  context: ToolContext;
}

/** The browsers of a runtime as its tools see them. Costs nothing before the first call. */
export interface BrowserFace {
  /** Where the current tab of a session is. */
  urlOf(sessionId: string): string | undefined;
  /** Expected failures are `BrowserFailure`. */
  act(action: BrowserAction, call: FaceCall): Promise<Shown>;
  /** Ends the browser process, in under two seconds. */
  close(): Promise<void>;
}
