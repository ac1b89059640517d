import { isKnown, type DurableEvent, type SessionId, type StoredEvent } from "../../protocol/index.ts";
import type { RecordedInput } from "./format.ts";

export type ReadEvents = (id: SessionId, after: number) => Promise<StoredEvent[]>;

/** The logs of a session and of all its sub-agents, by their place in the tree. */
export async function readTree(
  read: ReadEvents,
  id: SessionId,
  agent = "main",
): Promise<Map<string, DurableEvent[]>> {
  const events = (await read(id, 0)).filter(isKnown);
  const tree = new Map([[agent, events]]);
  const children = new Map(
    events.flatMap((event) =>
      event.type === "agent.started" ? [[event.childId, event.taskId] as const] : [],
    ),
  );
  for (const [childId, taskId] of children)
    for (const [place, log] of await readTree(read, childId, `${agent}/${taskId}`)) tree.set(place, log);
  return tree;
}

/** One word for an event: its type, and what call it is about. */
export function wordEvent(event: DurableEvent): string {
  if (event.type === "tool.called" || event.type === "tool.settled") return `${event.type} ${event.name}`;
  return event.type;
}

const inputTypes: ReadonlySet<string> = new Set([
  "prompt.admitted",
  "permission.answered",
  "permission.granted",
  "question.answered",
  "cancel.requested",
  "session.renamed",
  "shell.ended",
]);

/** Whether somebody outside put it into the log, and not the run. A sub-agent's prompts are its parent's. */
function isInput(event: DurableEvent): boolean {
  if (event.type === "prompt.admitted") return event.seq > 2;
  return inputTypes.has(event.type);
}

/** What came into a log from outside behind a place of it. */
export function findInputs(agent: string, events: readonly DurableEvent[], after: number): RecordedInput[] {
  const asks = events.flatMap((event) =>
    event.type === "permission.asked" || event.type === "question.asked" ? [event.askId] : [],
  );
  const isChild = agent.includes("/");
  return events
    .filter((event) => event.seq > after && isInput(event) && !(isChild && event.type === "prompt.admitted"))
    .map((event) => {
      const { seq, at: _at, v: _v, sessionId: _sessionId, parentSessionId: _parent, ...draft } = event;
      const ask = "askId" in draft ? asks.indexOf(draft.askId) + 1 : 0;
      return { agent, at: seq, ...(ask > 0 ? { ask } : {}), event: draft };
    });
}
