import type { ToolContext, ToolImage } from "../tool/define-tool.ts";
import type { PageWords } from "./browser-failure.ts";
import type { BrowserSession } from "./browser-session.ts";
import type { WordRefusal } from "./word-refusal.ts";

/** What came of an action. */
export interface Shown {
  /** What was done, and what happened beside it. */
  said?: string;
  /** What the page itself says: content from outside. */
  shown?: string;
  /** Where `shown` is from. */
  source?: string;
  image?: ToolImage;
  details?: Record<string, unknown>;
}

export interface ActionCall<Input> {
  input: Input;
  context: ToolContext;
  session: BrowserSession;
  words: PageWords;
  wordRefusal: WordRefusal;
  /** The address that the gate judged the call by; absent where nothing was judged. */
  judged?: { url: string | undefined };
  /** The real path that the call may write to: a file, or the folder for downloads. */
  place?: { real: string; exists: boolean; shown: string };
}

export type Action<Input> = (call: ActionCall<Input>) => Promise<Shown>;

/** Lines that are there. */
export function joinLines(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined && line !== "").join("\n");
}
