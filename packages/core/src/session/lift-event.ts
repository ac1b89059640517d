import { eventVersion, type StoredEvent } from "../protocol/index.ts";

type Body = Record<string, unknown>;

/** By type, then by the version it lifts from: makes the body of the next version out of the one before. */
export type Lifts = Readonly<Record<string, Readonly<Record<number, (body: Body) => Body>>>>;

/** Every event has its first form still. */
const noLifts: Lifts = {};

/**
 * An older event in the form of `version` (today's). Steps that changed nothing for a type need no function.
 * A newer one is left as it is: readers skip it.
 */
export function liftEvent(event: StoredEvent, lifts: Lifts = noLifts, version = eventVersion): StoredEvent {
  if (event.v >= version) return event;
  const { type, sessionId, seq, at, v, ...body } = event;
  let lifted: Body = body;
  for (let from = v; from < version; from++) lifted = lifts[type]?.[from]?.(lifted) ?? lifted;
  return { ...lifted, type, sessionId, seq, at, v: version };
}
