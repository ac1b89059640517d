import {
  eventVersion,
  maxEventChars,
  parseDraft,
  SkillmintError,
  type DurableEvent,
  type EventDraft,
  type SessionId,
  type StoredEvent,
} from "../protocol/index.ts";
import { liftEvent, type Lifts } from "./lift-event.ts";
import type { EventsTable } from "./tables.ts";

/** A draft that was checked, with the JSON that will be stored. */
export interface CheckedDraft {
  draft: EventDraft;
  body: string;
}

/** Refuses what is no event and what is too large for one: both are mistakes of the caller. */
export function checkDraft(value: EventDraft): CheckedDraft {
  let draft: EventDraft;
  try {
    draft = parseDraft(value);
  } catch (cause) {
    throw new SkillmintError("internal", { detail: `invalid event ${value.type}: ${String(cause)}`, cause });
  }
  const { type, ...rest } = draft;
  const body = JSON.stringify(rest);
  if (body.length + type.length > maxEventChars) {
    const detail = `event ${type} has ${body.length} characters, more than ${maxEventChars}: spill it first`;
    throw new SkillmintError("internal", { detail });
  }
  return { draft, body };
}

export function toEvent(draft: EventDraft, sessionId: SessionId, seq: number, at: number): DurableEvent {
  const { type, ...body } = draft;
  return { type, sessionId, seq, at, v: eventVersion, ...body } as DurableEvent;
}

/** A row as an event of today's version; one that this version does not know keeps all it has. */
export function fromRow(
  sessionId: SessionId,
  row: Omit<EventsTable, "session_id">,
  lifts?: Lifts,
): StoredEvent {
  const { type, seq, at, v } = row;
  let body: object;
  try {
    body = JSON.parse(row.body) as object;
  } catch (cause) {
    throw new SkillmintError("store-corrupt", {
      params: { path: `${sessionId}#${seq}` },
      detail: "an event is not readable",
      cause,
    });
  }
  return liftEvent({ type, sessionId, seq, at, v, ...body }, lifts);
}
