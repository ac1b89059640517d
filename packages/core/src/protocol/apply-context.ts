import { moveBlobs } from "./apply-agent.ts";
import type { DurableEvent } from "./event.ts";
import { addUsage } from "./usage.ts";
import type { ActiveSkill, ContextStart, SessionView } from "./view.ts";

/** Active skills whose text is no longer among the kept entries; the session's own one is the system prompt. */
function lostSkills(view: SessionView, keptFrom: number): ActiveSkill[] {
  const kept = new Set(
    view.entries.flatMap((entry) => (entry.kind === "message" && entry.seq >= keptFrom ? entry.calls : [])),
  );
  return Object.values(view.skills).filter(
    (skill) => !skill.own && (skill.callId ? !kept.has(skill.callId) : skill.seq < keptFrom),
  );
}

export function compactSession(view: SessionView, event: DurableEvent<"session.compacted">): void {
  const { summary, keptFrom, omitted, usage, scale, blobs = [] } = event;
  const before = view.start;
  const base = {
    since: before?.since ?? view.contextFrom,
    todos: view.todos,
    skills: lostSkills(view, keptFrom),
  };
  const ofSummary = moveBlobs(blobs, "summary", "summary");
  const told: Pick<ContextStart, "summary" | "blobs"> =
    omitted === undefined
      ? { summary, ...(ofSummary.length > 0 ? { blobs: ofSummary } : {}) }
      : {
          ...(before?.summary === undefined ? {} : { summary: before.summary }),
          ...(before?.blobs ? { blobs: before.blobs } : {}),
        };
  const summarizedTo =
    omitted === undefined ? keptFrom : (before?.summarizedTo ?? before?.since ?? view.contextFrom);
  view.start = { ...base, ...told, summarizedTo, omitted: omitted ?? 0 };
  view.contextFrom = keptFrom;
  view.contextChangedAt = event.seq;
  if (scale !== undefined) view.scale = scale;
  if (!usage) return;
  view.usage = addUsage(view.usage, usage);
  if (view.run) view.run = { ...view.run, usage: addUsage(view.run.usage, usage) };
}

export function clearContext(view: SessionView, event: DurableEvent<"context.cleared">): void {
  view.contextFrom = event.seq;
  view.contextChangedAt = event.seq;
  delete view.start;
}

/** A wider clearing takes the place of those it covers. */
export function clearResults(view: SessionView, event: DurableEvent<"results.cleared">): void {
  const { before, chars = 0, scale } = event;
  view.cleared = [
    ...view.cleared.filter((rule) => rule.before > before || rule.chars < chars),
    { before, chars },
  ];
  view.contextChangedAt = event.seq;
  if (scale !== undefined) view.scale = scale;
}
