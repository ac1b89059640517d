import type { Entry, SessionView } from "../protocol/index.ts";

export type LoopFinding = "none" | "warn" | "stop";

const warnAt = 3;
const stopAt = 5;

type MessageEntry = Extract<Entry, { kind: "message" }>;

/** What one reply asked for and got. Replies without calls are all different: they end a repetition. */
function signature(view: SessionView, entry: MessageEntry): string {
  if (entry.calls.length === 0) return entry.messageId;
  return JSON.stringify(
    entry.calls.map((callId) => {
      const call = view.calls[callId];
      return [call?.name, call?.input, call?.status, call?.content];
    }),
  );
}

/** How often the newest pattern of `length` replies stands at the end of the list, one after the other. */
function repetitions(signatures: readonly string[], length: number): number {
  const pattern = signatures.slice(-length);
  if (pattern.length < length || (length > 1 && new Set(pattern).size === 1)) return 0;
  let count = 0;
  for (let end = signatures.length; end >= length; end -= length) {
    if (!pattern.every((text, index) => signatures[end - length + index] === text)) break;
    count++;
  }
  return count;
}

/**
 * Sees a model that repeats itself: the same calls with the same results, or two sets of them in turn. It is
 * warned at the third time and stopped at the fifth.
 */
export function findLoop(view: SessionView): LoopFinding {
  const recent: MessageEntry[] = [];
  let warned = false;
  for (const entry of view.entries.toReversed()) {
    if (entry.kind === "prompt" || entry.kind === "end" || recent.length >= stopAt * 2) break;
    if (entry.kind === "note" && entry.noteKind === "loop") warned = true;
    if (entry.kind === "message") recent.unshift(entry);
  }
  if (recent.length < warnAt) return "none";
  const signatures = recent.map((entry) => signature(view, entry));
  const most = Math.max(repetitions(signatures, 1), repetitions(signatures, 2));
  if (most >= stopAt) return "stop";
  return most >= warnAt && !warned ? "warn" : "none";
}
