import { createId, type EventDraft, type SessionView, type Translate } from "../protocol/index.ts";

const kind = "plan";

/** What the model has to be told of plan mode: once, and again where it no longer reads it. */
export function tellPlanMode(view: SessionView, t: Translate): EventDraft<"note.added">[] {
  const { plan } = view;
  if (!plan || view.parentSessionId !== undefined || view.settings.tools === false) return [];
  const isTold = view.entries.some(
    (entry) =>
      entry.kind === "note" &&
      entry.noteKind === kind &&
      entry.seq > plan.since &&
      entry.seq >= view.contextFrom,
  );
  return isTold
    ? []
    : [{ type: "note.added", noteId: createId("note"), kind, text: t("interact.plan.note") }];
}
