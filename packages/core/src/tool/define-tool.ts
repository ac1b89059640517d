import { z } from "zod";
import type { SessionId, CallId, TextPart, Translate } from "../protocol/index.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What a tool does to the world. `read` runs at once and in parallel; the gate judges the rest. */
export type Effect = "read" | "write" | "execute" | "network" | "interact";

/** What a call touches, for the gate and for the person who is asked: real paths, the whole command. */
export type Resource =
  | { kind: "path"; path: string; access: "read" | "write"; outside: boolean }
  | { kind: "command"; command: string; folder: string }
  | { kind: "url"; url: string };

export interface Description {
  /** One line for a person: `Edit src/a.ts`. */
  title: string;
  resources: Resource[];
}

export interface ToolImage {
  type: "image";
  mediaType: string;
  data: Uint8Array;
}

/** `content` is for the model, `details` for screens. */
export interface ToolResult {
  content: (TextPart | ToolImage)[];
  details?: Record<string, unknown>;
  /** Where a long output keeps its head only (default), or its head and its tail. */
  keep?: "head" | "ends";
}

/** What `begin` writes down before the tool acts. */
export interface Intent {
  process?: { pid: number; start: string };
  change?: { path: string; before: Uint8Array | null; after: Uint8Array | null; mode?: number };
}

export interface ToolContext {
  sessionId: SessionId;
  callId: CallId;
  workspace: Workspace;
  signal: AbortSignal;
  t: Translate;
  /** Tools whose effect is not `read` call this before their first effect: it is on disk when it returns. */
  begin(intent?: Intent): Promise<void>;
  /** Shows output while it comes; never stored. */
  progress(text: string): void;
  /** The bytes of a full output or of an attachment that the model was told about as a path, if it is one. */
  readStored(path: string): Promise<Uint8Array | undefined>;
  /** What earlier calls of this session left for later ones (digests of files read, the shell's folder). */
  memory: Map<string, unknown>;
}

/** An expected failure: its message becomes the result, with status `error`, for the model to correct itself. */
export class ToolFailure extends Error {
  /** Output worth keeping, such as what a command printed before it failed. */
  readonly details: Record<string, unknown> | undefined;
  readonly keep: "head" | "ends";
  constructor(message: string, options: { details?: Record<string, unknown>; keep?: "head" | "ends"; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ToolFailure";
    this.details = options.details;
    this.keep = options.keep ?? "head";
  }
}

export interface Tool<Input = Record<string, unknown>> {
  name: string;
  /** What the model reads. Short: every request carries it. */
  description: string;
  input: z.ZodType<Input>;
  /** Other spellings of parameters, `{ file_path: "path" }`: accepted in calls, not shown in the schema. */
  aliases: Record<string, string>;
  effect: Effect;
  describe(input: Input, workspace: Workspace): Promise<Description>;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
}

export interface ToolSpec<S extends z.ZodType<Record<string, unknown>>> {
  name: string;
  description: string;
  input: S;
  aliases?: Record<string, string>;
  effect: Effect;
  describe(input: z.infer<S>, workspace: Workspace): Promise<Description> | Description;
  run(input: z.infer<S>, context: ToolContext): Promise<ToolResult>;
}

/** Abort, time limits, validation, permission and bounding happen once, in `execute`; a tool only does its work. */
export function defineTool<S extends z.ZodType<Record<string, unknown>>>(spec: ToolSpec<S>): Tool {
  return {
    ...spec,
    aliases: spec.aliases ?? {},
    describe: async (input, workspace) => spec.describe(input as z.infer<S>, workspace),
    run: (input, context) => spec.run(input as z.infer<S>, context),
  };
}

export function textResult(text: string, details?: Record<string, unknown>): ToolResult {
  return { content: [{ type: "text", text }], ...(details ? { details } : {}) };
}
