import { keepPast } from "./apply-past.ts";
import type { DurableEvent } from "./event.ts";
import type { SessionView } from "./view.ts";

/** Settings of a session from here on. Keeps which mode plan mode came from: it comes back when a plan is approved. */
export function changeSettings(
  view: SessionView,
  change: DurableEvent<"session.configured">["settings"],
  seq: number,
): void {
  const before = view.settings.mode;
  if (change.mode !== undefined && change.mode !== before) keepPast(view, "mode");
  view.settings = { ...view.settings, ...(change as Partial<SessionView["settings"]>) };
  if (view.settings.mode !== "plan") delete view.plan;
  else if (before !== "plan") view.plan = { since: seq, from: before };
}
