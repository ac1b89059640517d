import { z } from "zod";
import {
  errorCodes,
  problem,
  SkillmintError,
  stopReason,
  textPart,
  reasoningPart,
  usage,
} from "../protocol/index.ts";
import { mapStrings, toJson, type Json, type Placeholders } from "./cassette-normal.ts";
import type { ModelEvent, ReplyPart } from "./model.ts";

const opaque = z.record(z.string(), z.unknown()).optional();

const recordedPart = z.discriminatedUnion("type", [
  textPart,
  reasoningPart,
  z.object({ type: z.literal("image"), mediaType: z.string(), base64: z.string() }),
  z.object({
    type: z.literal("call"),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    defect: z.object({ kind: z.enum(["invalid-json", "not-an-object", "cut"]), raw: z.string() }).optional(),
    opaque,
  }),
]);

/** A model's event as a cassette holds it: images as base64, errors as problems, paths and ids as placeholders. */
export const recordedEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), delta: z.string() }),
  z.object({ type: z.literal("reasoning"), delta: z.string() }),
  z.object({ type: z.literal("call"), index: z.number().int(), name: z.string(), delta: z.string() }),
  z.object({ type: z.literal("finished"), content: z.array(recordedPart), stop: stopReason, usage }),
  z.object({
    type: z.literal("failed"),
    error: problem.extend({ code: z.enum(errorCodes), retryable: z.boolean().optional() }),
    content: z.array(recordedPart),
    usage: usage.optional(),
    retryAfterMs: z.number().optional(),
  }),
]);
export type RecordedEvent = z.infer<typeof recordedEvent>;
type RecordedPart = z.infer<typeof recordedPart>;

/** Joins deltas that follow one another, so that a path is never split between two. */
export function joinDeltas(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && "delta" in last && "delta" in event && sameRun(last, event)) {
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta };
    } else joined.push(event);
  }
  return joined;
}

type Delta = Extract<ModelEvent, { delta: string }>;

function sameRun(a: Delta, b: Delta): boolean {
  return (
    a.type === b.type &&
    (a.type !== "call" || (b.type === "call" && a.index === b.index && a.name === b.name))
  );
}

export function encodeEvent(event: ModelEvent, placeholders: Placeholders): Json {
  if (event.type === "call") return toJson({ ...event, delta: placeholders.hideJson(event.delta) });
  if (event.type === "text" || event.type === "reasoning") return mapOf(event, placeholders);
  const content = event.content.map((part) =>
    part.type === "image"
      ? { type: "image", mediaType: part.mediaType, base64: Buffer.from(part.data).toString("base64") }
      : mapOf(part, placeholders),
  );
  if (event.type === "finished") return toJson({ ...event, content });
  const { error } = event;
  const problemOf = mapOf(error.toProblem(), placeholders);
  return toJson({ ...event, content, error: { ...Object(problemOf), retryable: error.retryable } });
}

function mapOf(value: unknown, placeholders: Placeholders): Json {
  return mapStrings(toJson(value), placeholders.hide);
}

export function decodeEvent(event: RecordedEvent, placeholders: Placeholders): ModelEvent {
  const { restore, restoreJson } = placeholders;
  if (event.type === "call") return { ...event, delta: restoreJson(event.delta) };
  if (event.type === "text" || event.type === "reasoning") return { ...event, delta: restore(event.delta) };
  const content = event.content.map((part) => decodePart(part, restore));
  if (event.type === "finished") return { ...event, content };
  const { code, params = {}, detail, retryable } = event.error;
  const restored = Object.entries(params).map(([key, value]) => [
    key,
    typeof value === "string" ? restore(value) : value,
  ]);
  const error = new SkillmintError(code, {
    params: Object.fromEntries(restored),
    ...(detail === undefined ? {} : { detail: restore(detail) }),
    ...(retryable === undefined ? {} : { retryable }),
  });
  return {
    type: "failed",
    error,
    content,
    ...(event.usage ? { usage: event.usage } : {}),
    ...(event.retryAfterMs === undefined ? {} : { retryAfterMs: event.retryAfterMs }),
  };
}

function decodePart(part: RecordedPart, restore: (text: string) => string): ReplyPart {
  if (part.type === "image") {
    return {
      type: "image",
      mediaType: part.mediaType,
      data: new Uint8Array(Buffer.from(part.base64, "base64")),
    };
  }
  if (part.type === "text") return { ...part, text: restore(part.text) };
  const opaque = part.opaque ? { opaque: restoredRecord(part.opaque, restore) } : {};
  if (part.type === "reasoning") return { type: "reasoning", text: restore(part.text), ...opaque };
  const { name, input, defect } = part;
  return {
    type: "call",
    name,
    input: restoredRecord(input, restore),
    ...(defect ? { defect: { ...defect, raw: restore(defect.raw) } } : {}),
    ...opaque,
  };
}

function restoredRecord(
  value: Record<string, unknown>,
  restore: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapStrings(toJson(entry), restore)]),
  );
}
