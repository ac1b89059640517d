import { z } from "zod";
import { assistantPart, blobId, inputPart } from "./content.ts";
import { problem } from "./error.ts";
import { idSchema } from "./id.ts";
import { sessionSettings } from "./settings.ts";
import { usage } from "./usage.ts";

/** Events larger than this do not exist: long strings move to blobs (see spill.ts). */
export const maxEventChars = 128 * 1024;

const seq = z.number().int().nonnegative();
const callId = idSchema("call");
const runId = idSchema("run");
const messageId = idSchema("msg");
const askId = idSchema("ask");
const sessionId = idSchema("ses");

export const callStatus = z.enum(["ok", "error", "denied", "interrupted"]);
export type CallStatus = z.infer<typeof callStatus>;

export const endReason = z.enum(["done", "waiting", "limit", "loop", "cancelled", "error"]);
export type EndReason = z.infer<typeof endReason>;

export const stopReason = z.enum(["end", "calls", "length", "refusal", "filter"]);
export type StopReason = z.infer<typeof stopReason>;

export const permissionAnswer = z.enum(["once", "session", "workspace", "always", "no"]);
export type PermissionAnswer = z.infer<typeof permissionAnswer>;

export const choice = z.object({ label: z.string(), description: z.string().optional() });
export const question = z.object({
  question: z.string(),
  header: z.string().optional(),
  options: z.array(choice).optional(),
  multiSelect: z.boolean().optional(),
});

export const todo = z.object({
  id: z.string(),
  subject: z.string(),
  description: z.string().optional(),
  status: z.enum(["pending", "in_progress", "completed"]),
});

/** What the model sees of a result, and beside it `details` for screens only. */
const resultContent = z.array(inputPart);

const bodies = {
  "session.created": z.object({
    folder: z.string(),
    title: z.string(),
    settings: sessionSettings,
    parentSessionId: sessionId.optional(),
    agent: z.string().optional(),
    forkOf: z.object({ sessionId, seq }).optional(),
  }),
  "session.configured": z.object({ settings: sessionSettings.partial() }),
  "session.renamed": z.object({ title: z.string() }),
  /** `undo` takes back the prompt at `promptSeq` and all that follows it; `redo` brings it back. */
  "session.rewound": z.object({
    direction: z.enum(["undo", "redo"]),
    promptSeq: seq,
    files: z.array(z.object({ path: z.string(), restored: z.boolean(), reason: z.string().optional() })),
  }),
  /** What stands before `keptFrom` is out of the context, replaced by `summary`. */
  "session.compacted": z.object({ summary: z.string(), keptFrom: seq, usage: usage.optional() }),
  "context.cleared": z.object({ reason: z.string().optional() }),
  "prompt.admitted": z.object({
    promptId: idSchema("prm"),
    content: z.array(inputPart),
    settings: sessionSettings.partial().optional(),
  }),
  "cancel.requested": z.object({ reason: z.string().optional() }),
  "run.started": z.object({ runId, fence: z.number().int() }),
  "run.ended": z.object({
    runId,
    reason: endReason,
    usage,
    asks: z.array(askId).optional(),
    limit: z.enum(["iterations", "tokens", "cost", "time", "output"]).optional(),
    error: problem.optional(),
  }),
  "message.completed": z.object({
    messageId,
    runId,
    role: z.literal("assistant"),
    text: z.string(),
    content: z.array(assistantPart),
    model: z.string(),
    stop: stopReason,
    usage,
    readTo: seq,
  }),
  "message.failed": z.object({
    messageId,
    runId,
    text: z.string(),
    model: z.string(),
    error: problem,
    usage: usage.optional(),
    willRetry: z.boolean(),
  }),
  "note.added": z.object({ noteId: idSchema("note"), kind: z.string(), text: z.string() }),
  /** `defect` says why the arguments could not be read; such a call is settled with an error, never run. */
  "tool.called": z.object({
    callId,
    messageId,
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    defect: z.string().optional(),
  }),
  "permission.asked": z.object({
    askId,
    callId,
    tool: z.string(),
    title: z.string(),
    resources: z.array(z.string()),
    digest: z.string(),
    rule: z.string().optional(),
  }),
  "permission.answered": z.object({ askId, answer: permissionAnswer, reason: z.string().optional() }),
  "question.asked": z.object({ askId, callId, questions: z.array(question) }),
  "question.answered": z.object({ askId, answers: z.array(z.array(z.string())) }),
  "tool.started": z.object({ callId, pid: z.number().int().optional(), pidStart: z.string().optional() }),
  "tool.settled": z.object({
    callId,
    name: z.string(),
    status: callStatus,
    content: resultContent,
    details: z.record(z.string(), z.unknown()).optional(),
    /** What the tool left for later calls. */
    remembered: z.record(z.string(), z.unknown()).optional(),
    /** The whole output where `content` is a part of it. */
    fullOutput: z.object({ blob: blobId, chars: z.number().int(), path: z.string().optional() }).optional(),
    durationMs: z.number().int().nonnegative().optional(),
  }),
  "file.changed": z.object({
    callId,
    path: z.string(),
    before: blobId.nullable(),
    after: blobId.nullable(),
    mode: z.number().int().optional(),
  }),
  "shell.started": z.object({
    shellId: idSchema("shl"),
    callId,
    command: z.string(),
    pid: z.number().int(),
    pidStart: z.string().optional(),
  }),
  "shell.ended": z.object({ shellId: idSchema("shl"), exitCode: z.number().int().nullable() }),
  "agent.started": z.object({
    callId,
    childId: sessionId,
    taskId: z.string(),
    agentType: z.string(),
    prompt: z.string(),
    background: z.boolean().optional(),
  }),
  "agent.ended": z.object({
    childId: sessionId,
    taskId: z.string(),
    agentType: z.string(),
    status: z.string(),
    result: z.string(),
  }),
  "skill.activated": z.object({ skillId: z.string(), name: z.string(), digest: z.string().optional() }),
  "skill.unloaded": z.object({ skillId: z.string() }),
  "todo.changed": z.object({ todos: z.array(todo) }),
} as const;

export type DurableType = keyof typeof bodies;
export const durableTypes = Object.keys(bodies) as DurableType[];

/**
 * What of an event was moved to a blob: a long string, whose head stays in place, or (`json`) a whole field,
 * which stays empty.
 */
const spilled = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  blob: blobId,
  chars: z.number().int(),
  json: z.boolean().optional(),
});
export type Spilled = z.infer<typeof spilled>;

type Bodies = { [K in DurableType]: z.infer<(typeof bodies)[K]> };

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
  } & Bodies[T];
}[K];

const place = z.object({ sessionId, at: z.number().int() });

const live = {
  "text.delta": z.object({ messageId, offset: z.number().int(), text: z.string() }),
  "reasoning.delta": z.object({ messageId, offset: z.number().int(), text: z.string() }),
  /** For a reader that joins late or fell behind: all that was streamed of the message so far. */
  "text.snapshot": z.object({ messageId, text: z.string(), reasoning: z.string() }),
  /** A call that the model is still writing: its arguments grow, nothing runs yet. */
  "call.delta": z.object({
    messageId,
    index: z.number().int(),
    name: z.string(),
    offset: z.number().int(),
    text: z.string(),
  }),
  "tool.progress": z.object({ callId, offset: z.number().int(), text: z.string() }),
  "model.retrying": z.object({
    messageId,
    attempt: z.number().int(),
    delayMs: z.number().int(),
    error: problem,
  }),
} as const;

export type LiveType = keyof typeof live;
export type LiveDraft<K extends LiveType = LiveType> = {
  [T in K]: { type: T } & z.infer<(typeof live)[T]>;
}[K];
export type LiveEvent<K extends LiveType = LiveType> = {
  [T in K]: { type: T } & z.infer<typeof place> & z.infer<(typeof live)[T]>;
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
  return Object.hasOwn(bodies, event.type) && event.v <= eventVersion;
}

export function isDurable(event: { type: string }): event is DurableEvent {
  return Object.hasOwn(bodies, event.type);
}

const typed = z.object({ type: z.string() });

/** Checks an event at an edge (a foreign file, an HTTP reply). Throws a ZodError that names the field. */
export function parseEvent(value: unknown): SessionEvent | UnknownEvent {
  const { type } = typed.parse(value);
  if (Object.hasOwn(live, type)) {
    const body = live[type as LiveType].parse(value);
    return { ...body, type, ...place.parse(value) } as LiveEvent;
  }
  const head = stored.parse(value);
  if (!Object.hasOwn(bodies, type) || head.v > eventVersion) return Object.assign({}, value, head);
  const body = bodies[type as DurableType].parse(value);
  return Object.assign(body, head);
}

const spilledParts = z.object({ blobs: z.array(spilled).optional() });

/** Checks a draft before it is appended: what is in the log was valid when it was written. */
export function parseDraft(value: EventDraft): EventDraft {
  const { blobs } = spilledParts.parse(value);
  return {
    type: value.type,
    ...bodies[value.type].parse(value),
    ...(blobs === undefined ? {} : { blobs }),
  } as EventDraft;
}
