import type { DurableEvent } from "./event.ts";
import { addUsage } from "./usage.ts";
import type { SessionView } from "./view.ts";

export function startAgent(view: SessionView, event: DurableEvent<"agent.started">): void {
  const { callId, childId, taskId, agentType, prompt, background = false, at } = event;
  view.children[childId] = { childId, callId, taskId, agentType, prompt, background, startedAt: at };
  const call = view.calls[callId];
  if (call) view.calls[callId] = { ...call, childId };
}

/** A child in the background reports to the conversation; the others give the result of their call. */
export function endAgent(view: SessionView, event: DurableEvent<"agent.ended">): void {
  const { childId, status, result, usage } = event;
  const child = view.children[childId];
  if (usage) {
    view.usage = addUsage(view.usage, usage);
    if (view.run) view.run = { ...view.run, usage: addUsage(view.run.usage, usage) };
  }
  if (!child) return;
  view.children[childId] = { ...child, endedAt: event.at, status, result };
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
