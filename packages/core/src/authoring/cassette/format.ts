import { z } from "zod";
import {
  endReason,
  errorCodes,
  problem,
  reasoningPart,
  stopReason,
  textPart,
  usage,
} from "../../protocol/index.ts";

/**
 * The file: JSON values one after the other, only ever appended to (`jq` reads it as it is). What is long stands in
 * lines of its own, a text of several lines as `{"$lines": […]}`, bytes as `{"$base64": …}`.
 *
 * - the header comes first, and behind it `start`: what the run was asked
 * - `begin` and `end` stand around each piece of work, from a prompt or an answer until the run ended or waited
 * - `part` is a piece of requests, written once and then referred to by its digest
 * - `reply` is a request with what the model answered, `call` a tool's call with its result: the steps
 * - `file`, `skill`, `catalog`, `approval`, `instructions` and `hook` are what the run found on the machine
 */
export const cassetteFormat = "skillmint-cassette";
export const cassetteVersion = 1;

/** Whether a text begins as a cassette does, of whatever version. */
export function isCassetteText(text: string): boolean {
  return /^\s*\{\s*"format":\s*"skillmint-cassette"/.test(text);
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, "expected bytes");
const sizes = z.array(z.number().int().nonnegative());
const opaque = z.record(z.string(), z.unknown()).optional();
const record = z.record(z.string(), z.unknown());

export const header = z.object({
  format: z.literal(cassetteFormat),
  v: z.literal(cassetteVersion),
  skillmint: z.string(),
  created: z.string(),
  session: z.string(),
});

const image = z.object({ type: z.literal("image"), mediaType: z.string(), data: bytes });
const contentPart = z.discriminatedUnion("type", [textPart, image]);

export const recordedPart = z.discriminatedUnion("type", [
  textPart,
  reasoningPart,
  image,
  z.object({
    type: z.literal("call"),
    name: z.string(),
    input: record,
    defect: z.object({ kind: z.enum(["invalid-json", "not-an-object", "cut"]), raw: z.string() }).optional(),
    opaque,
  }),
]);
export type RecordedPart = z.infer<typeof recordedPart>;

/** How a reply came: pieces of these lengths, of the text of its content or of `text` where that is another. */
export const streamGroup = z.object({
  type: z.enum(["text", "reasoning", "call"]),
  index: z.number().int().optional(),
  name: z.string().optional(),
  sizes,
  text: z.string().optional(),
});
export type StreamGroup = z.infer<typeof streamGroup>;

/** How far all agents had come, by the number of their events. */
const seen = z.record(z.string(), z.number().int());

export const startRecord = z.object({
  start: z.object({
    title: z.string(),
    content: z.array(contentPart),
    settings: record,
    platform: z.string(),
  }),
});

export const beginRecord = z.object({
  begin: z.number().int(),
  rules: z.array(
    z.object({
      list: z.enum(["allow", "ask", "deny"]),
      text: z.string(),
      source: z.string(),
      root: z.string().optional(),
    }),
  ),
  limits: record,
  retry: z.object({ times: z.number(), maxMs: z.number() }),
  agents: z.array(record),
  primary: record.optional(),
  hooks: z.array(record),
});

export const partRecord = z.object({
  part: z.string(),
  of: z.enum(["system", "tool", "tools", "message"]),
  value: z.unknown(),
});

export const replyRecord = z.object({
  step: z.number().int(),
  /** `main #2`: the agent, and which of its replies. */
  reply: z.string(),
  model: z.string(),
  limits: z.object({ context: z.number(), output: z.number(), images: z.boolean() }),
  request: z.object({
    system: z.string(),
    /** The part that lists the parts of all its tools. */
    tools: z.string(),
    /** So many messages of the same agent's request before are the first of this one. */
    keep: z.number().int().nonnegative(),
    add: z.array(z.string()),
  }),
  content: z.array(recordedPart),
  stop: stopReason.optional(),
  usage: usage.optional(),
  error: problem.extend({ code: z.enum(errorCodes), retryable: z.boolean().optional() }).optional(),
  retryAfterMs: z.number().optional(),
  stream: z.array(streamGroup),
  seen,
});
export type ReplyRecord = z.infer<typeof replyRecord>;

/** A file that a command changed: its content, or only its digest where there was too much of it. */
export const fileChange = z.object({
  path: z.string(),
  content: z.union([z.string(), bytes]).optional(),
  sha256: z.string().optional(),
  size: z.number().int().optional(),
  executable: z.boolean().optional(),
  removed: z.boolean().optional(),
  folder: z.boolean().optional(),
});
export type FileChange = z.infer<typeof fileChange>;

const intent = z.object({
  process: z.object({ pid: z.number().int() }).optional(),
  shell: z.object({ command: z.string(), outputFile: z.string() }).optional(),
  change: z
    .object({
      path: z.string(),
      before: bytes.nullable(),
      after: bytes.nullable(),
      mode: z.number().int().optional(),
    })
    .optional(),
});

export const callRecord = z.object({
  step: z.number().int(),
  /** `main 3`: the agent, and which of its calls; `main command 1` one that a skill's text makes. */
  call: z.string(),
  name: z.string(),
  /** It runs when it is replayed, and its result is compared; otherwise the result is played. */
  local: z.boolean(),
  input: record,
  status: z.enum(["ok", "error", "denied", "fault"]),
  content: z.array(contentPart),
  details: record.optional(),
  keep: z.enum(["head", "ends"]).optional(),
  /** The whole output where `content` is a part of it. */
  output: z.union([z.string(), bytes]).optional(),
  events: z.array(record).optional(),
  /** What the gate was told of a tool that others may not have. */
  about: record
    .and(z.object({ effect: z.string(), title: z.string(), resources: z.array(z.unknown()) }))
    .optional(),
  intents: z.array(intent).optional(),
  /** `seq`: how far its agent was when the first of it came. */
  progress: z.object({ text: z.string(), sizes, seq: z.number().int() }).optional(),
  memory: record.optional(),
  files: z.array(fileChange).optional(),
  /** What of it is not in the recording. */
  note: z.string().optional(),
  seen,
});
export type CallRecord = z.infer<typeof callRecord>;

/** A file of the workspace as it was when the run first looked at it. */
export const fileRecord = z.object({
  file: z.string(),
  sha256: z.string(),
  size: z.number().int(),
  modified: z.number(),
  executable: z.boolean().optional(),
  content: z.union([z.string(), bytes]).optional(),
  note: z.string().optional(),
});
export type FileRecord = z.infer<typeof fileRecord>;

export const catalogRecord = z.object({
  catalog: z.string(),
  step: z.number().int(),
  entries: z.array(record),
  usage: record,
  mayRunCommands: z.boolean(),
  environment: z.string().optional(),
});
export type CatalogRecord = z.infer<typeof catalogRecord>;

/** The files of a skill that the run used. */
export const skillRecord = z.object({
  skill: z.string(),
  folder: z.string(),
  files: z.array(fileChange),
  note: z.string().optional(),
});
export type SkillRecord = z.infer<typeof skillRecord>;

export const approvalRecord = z.object({
  approval: z.string(),
  digest: z.string(),
  approved: z.boolean(),
  change: z.string().optional(),
});
export type ApprovalRecord = z.infer<typeof approvalRecord>;

export const instructionsRecord = z.object({
  instructions: z.string(),
  text: z.string(),
  sources: z.array(record),
});
export type InstructionsRecord = z.infer<typeof instructionsRecord>;

export const hookRecord = z.object({
  hook: z.string(),
  command: z.string(),
  exitCode: z.number().int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  stopped: z.enum(["timeout", "abort", "output-limit"]).optional(),
});
export type HookRecord = z.infer<typeof hookRecord>;

/** What somebody put into the log from outside; `at`: its place there. Asks are named by their number. */
const input = z.object({
  agent: z.string(),
  at: z.number().int(),
  ask: z.number().int().optional(),
  event: record,
});
export type RecordedInput = z.infer<typeof input>;

export const endRecord = z.object({
  end: z.number().int(),
  reason: endReason,
  inputs: z.array(input),
  /** The types of all events so far, by agent. */
  events: z.record(z.string(), z.array(z.string())),
});
export type EndRecord = z.infer<typeof endRecord>;

/** The schema of a record, by the key that only it has. */
export const recordSchemas = {
  start: startRecord,
  begin: beginRecord,
  part: partRecord,
  reply: replyRecord,
  call: callRecord,
  file: fileRecord,
  catalog: catalogRecord,
  skill: skillRecord,
  approval: approvalRecord,
  instructions: instructionsRecord,
  hook: hookRecord,
  end: endRecord,
} as const;

export type RecordKind = keyof typeof recordSchemas;
