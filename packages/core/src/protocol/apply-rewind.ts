import { redoPast, undoPast } from "./apply-past.ts";
import type { DurableEvent } from "./event.ts";
import type { SessionView, Undone } from "./view.ts";

/**
 * Takes back the prompt and what follows it. Where it stands in what was compacted, the summary tells of things that
 * did not happen: the conversation then is whole again, up to the prompt.
 */
function undo(view: SessionView, promptSeq: number): void {
  const index = view.entries.findIndex((entry) => entry.kind === "prompt" && entry.seq === promptSeq);
  if (index === -1) return;
  const undone: Undone = {
    promptSeq,
    entries: view.entries.splice(index),
    changes: view.changes.filter((change) => change.seq > promptSeq),
  };
  view.changes = view.changes.filter((change) => change.seq <= promptSeq);
  const { start, contextFrom } = view;
  if (start && promptSeq < contextFrom) {
    undone.context = { start, contextFrom };
    view.contextFrom = start.since;
    delete view.start;
  }
  const past = undoPast(view, promptSeq);
  if (past) undone.past = past;
  view.undone.push(undone);
}

function redo(view: SessionView): void {
  const undone = view.undone.pop();
  view.entries.push(...(undone?.entries ?? []));
  view.changes.push(...(undone?.changes ?? []));
  if (undone?.past) redoPast(view, undone.past);
  if (!undone?.context) return;
  view.start = undone.context.start;
  view.contextFrom = undone.context.contextFrom;
}

export function rewind(view: SessionView, event: DurableEvent<"session.rewound">): void {
  if (event.direction === "undo") undo(view, event.promptSeq);
  else redo(view);
  view.openCalls = [];
  view.openAsks = [];
  view.readTo = event.seq;
  view.lastInput = 0;
  view.contextChangedAt = event.seq;
  const end = view.entries.findLast((entry) => entry.kind === "end");
  view.ended = end
    ? { runId: end.runId, reason: end.reason, seq: end.seq, ...(end.error ? { error: end.error } : {}) }
    : null;
}
