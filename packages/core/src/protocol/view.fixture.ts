import { applyEvent, createView } from "./apply-event.ts";
import { parseDraft, type DurableEvent, type EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import type { SessionView } from "./view.ts";

const sessionId = createId("ses");

/** The view of a session that these events make; each was valid as it would be in the log. */
export function viewOf(...drafts: EventDraft[]): SessionView {
  const created: EventDraft = {
    type: "session.created",
    folder: "/w",
    title: "t",
    settings: { model: "demo/scripted", mode: "default" },
  };
  const place = (draft: EventDraft, seq: number) => ({
    ...parseDraft(draft),
    sessionId,
    seq,
    at: seq * 1000,
    v: 1,
  });
  const view = createView(place(created, 1) as DurableEvent<"session.created">);
  drafts.forEach((draft, index) => applyEvent(view, place(draft, index + 2)));
  return view;
}
