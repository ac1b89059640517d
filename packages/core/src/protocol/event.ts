import { z } from "zod";
import { blobId } from "./content.ts";
import { durableBodies } from "./durable-schema.ts";
import { idSchema } from "./id.ts";
import { liveBodies } from "./live-schema.ts";
import { seq } from "./seq.ts";

/** Events larger than this do not exist: long strings move to blobs (see spill.ts). */
export const maxEventChars = 128 * 1024;

const sessionId = idSchema("ses");

export type DurableType = keyof typeof durableBodies;
export const durableTypes = Object.keys(durableBodies) as DurableType[];

/**
 * What of an event was moved to a blob: a long string, whose head stays in place, or (`json`) a whole field,
 * which stays empty.
 */
const spilled = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  blob: blobId,
  chars: z.number().int(),
  json: z.boolean().optional(),
  /** The blob can be opened by whoever builds a request only; to all others what stands in its place is all there is. */
  sealed: z.boolean().optional(),
});
export type Spilled = z.infer<typeof spilled>;

type Bodies = { [K in DurableType]: z.infer<ReturnType<(typeof durableBodies)[K]>> };

/** An event before it is appended: what happened, without place and time. */
export type EventDraft<K extends DurableType = DurableType> = {
  [T in K]: { type: T; blobs?: Spilled[] } & Bodies[T];
}[K];

/** A stored event. Types this version does not know are kept and skipped; see `isKnown`. */
export type DurableEvent<K extends DurableType = DurableType> = {
  [T in K]: {
    type: T;
    sessionId: z.infer<typeof sessionId>;
    seq: number;
    at: number;
    v: number;
    blobs?: Spilled[];
    /** Only in a stream: the session whose sub-agent this is about. */
    parentSessionId?: z.infer<typeof sessionId>;
  } & Bodies[T];
}[K];

const place = z.object({ sessionId, at: z.number().int() });

export type LiveType = keyof typeof liveBodies;
export type LiveDraft<K extends LiveType = LiveType> = {
  [T in K]: { type: T } & z.infer<ReturnType<(typeof liveBodies)[T]>>;
}[K];
export type LiveEvent<K extends LiveType = LiveType> = {
  [T in K]: { type: T; parentSessionId?: z.infer<typeof sessionId> } & z.infer<typeof place> &
    z.infer<ReturnType<(typeof liveBodies)[T]>>;
}[K];

export type SessionEvent = DurableEvent | LiveEvent;

/** The version written today. Older ones are lifted on reading, see lift-event.ts. */
export const eventVersion = 1;

const stored = z.object({
  type: z.string(),
  sessionId,
  seq,
  at: z.number().int(),
  v: z.number().int(),
  blobs: z.array(spilled).optional(),
});

/** A row of the log that this version cannot read: it is kept, shown as such and skipped by the reducer. */
export interface UnknownEvent {
  type: string;
  sessionId: string;
  seq: number;
  at: number;
  v: number;
}

export type StoredEvent = DurableEvent | UnknownEvent;

export function isKnown(event: StoredEvent): event is DurableEvent {
  return Object.hasOwn(durableBodies, event.type) && event.v <= eventVersion;
}

export function isDurable(event: { type: string }): event is DurableEvent {
  return Object.hasOwn(durableBodies, event.type);
}

const typed = z.object({ type: z.string() });

/** Checks an event at an edge (a foreign file, an HTTP reply). Throws a ZodError that names the field. */
export function parseEvent(value: unknown): SessionEvent | UnknownEvent {
  const { type } = typed.parse(value);
  if (Object.hasOwn(liveBodies, type)) {
    const body = liveBodies[type as LiveType]().parse(value);
    return { ...body, type, ...place.parse(value) } as LiveEvent;
  }
  const head = stored.parse(value);
  if (!Object.hasOwn(durableBodies, type) || head.v > eventVersion) return Object.assign({}, value, head);
  const body = durableBodies[type as DurableType]().parse(value);
  return Object.assign(body, head);
}

const spilledParts = z.object({ blobs: z.array(spilled).optional() });

/** Checks a draft before it is appended: what is in the log was valid when it was written. */
export function parseDraft(value: EventDraft): EventDraft {
  const { blobs } = spilledParts.parse(value);
  return {
    type: value.type,
    ...durableBodies[value.type]().parse(value),
    ...(blobs === undefined ? {} : { blobs }),
  } as EventDraft;
}
