import type { DurableEvent } from "./event.ts";
import { addUsage, noUsage, usageSince } from "./usage.ts";
import type { SessionView } from "./view.ts";

export function startAgent(view: SessionView, event: DurableEvent<"agent.started">): void {
  const { callId, childId, taskId, agentType, prompt, background = false, at } = event;
  const usage = view.children[childId]?.usage;
  const child = { childId, callId, taskId, agentType, prompt, background, startedAt: at };
  view.children[childId] = usage ? { ...child, usage } : child;
  const call = view.calls[callId];
  if (call) view.calls[callId] = { ...call, childId };
}

/**
 * A child in the background reports to the conversation; the others give the result of their call. What it used is all
 * that its session ever did: of one that was given more to do, only what is new counts.
 */
export function endAgent(view: SessionView, event: DurableEvent<"agent.ended">): void {
  const { childId, status, result, usage } = event;
  const child = view.children[childId];
  if (usage) {
    const more = usageSince(child?.usage ?? noUsage, usage);
    view.usage = addUsage(view.usage, more);
    if (view.run) view.run = { ...view.run, usage: addUsage(view.run.usage, more) };
  }
  if (!child) return;
  view.children[childId] = { ...child, endedAt: event.at, status, result, ...(usage ? { usage } : {}) };
  if (!child.background) return;
  const { seq, at, blobs } = event;
  const { taskId, agentType } = child;
  const agent = { taskId, agentType, status };
  const entry = { kind: "note" as const, seq, at, noteKind: "agent", text: result, agent };
  view.entries.push(blobs ? { ...entry, blobs: moveBlobs(blobs, "result", "text") } : entry);
  view.lastInput = seq;
}

type Blobs = NonNullable<DurableEvent["blobs"]>;

/** What was moved out of one field of an event belongs to another field of what the view makes of it. */
export function moveBlobs(blobs: Blobs, from: string, to: string): Blobs {
  return blobs.flatMap((blob) =>
    blob.path[0] === from ? { ...blob, path: [to, ...blob.path.slice(1)] } : [],
  );
}
