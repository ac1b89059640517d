import type { z } from "zod";
import type { SessionId, CallId, ShellId, TextPart, Translate } from "../protocol/index.ts";
import type { Effect, Resource } from "../permission/request.ts";
import type { SessionShells, ShellOwner } from "../workspace/background-shells.ts";
import type { Sandbox } from "../workspace/sandbox/sandbox.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type { Effect, Resource } from "../permission/request.ts";

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
  /** A file with the whole output, where `content` holds only its ends: it is taken over and then removed. */
  file?: string;
}

/** What `begin` writes down before the tool acts. */
export interface Intent {
  process?: { pid: number; start: string };
  /** The process is a background shell, which goes on when the call has its result. */
  shell?: { shellId: ShellId; command: string; outputFile: string; owner: ShellOwner };
  change?: { path: string; before: Uint8Array | null; after: Uint8Array | null; mode?: number };
}

/**
 * What earlier calls of a session left for later ones (digests of files read, the shell's folder). Values are
 * JSON and go into the log with the call's result, so that they are there after a restart too.
 */
export interface ToolMemory {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
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
  memory: ToolMemory;
  /** The session's background shells, where there may be any. */
  shells?: SessionShells;
  /** What commands run in. */
  sandbox?: Sandbox;
}

/** An expected failure: its message becomes the result, with status `error`, for the model to correct itself. */
export class ToolFailure extends Error {
  /** Output worth keeping, such as what a command printed before it failed. */
  readonly details: Record<string, unknown> | undefined;
  readonly keep: "head" | "ends";
  /** See `ToolResult.file`. */
  readonly file: string | undefined;
  constructor(
    message: string,
    options: {
      details?: Record<string, unknown>;
      keep?: "head" | "ends";
      file?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ToolFailure";
    this.details = options.details;
    this.keep = options.keep ?? "head";
    this.file = options.file;
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
  describe(input: Input, workspace: Workspace, memory: ToolMemory): Promise<Description>;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
}

export interface ToolSpec<S extends z.ZodType<Record<string, unknown>>> {
  name: string;
  description: string;
  input: S;
  aliases?: Record<string, string>;
  effect: Effect;
  describe(input: z.infer<S>, workspace: Workspace, memory: ToolMemory): Promise<Description> | Description;
  run(input: z.infer<S>, context: ToolContext): Promise<ToolResult>;
}

/** Abort, time limits, validation, permission and bounding happen once, in `execute`; a tool only does its work. */
export function defineTool<S extends z.ZodType<Record<string, unknown>>>(spec: ToolSpec<S>): Tool {
  return {
    ...spec,
    aliases: spec.aliases ?? {},
    describe: async (input, workspace, memory) => spec.describe(input as z.infer<S>, workspace, memory),
    run: (input, context) => spec.run(input as z.infer<S>, context),
  };
}

export function textResult(text: string, details?: Record<string, unknown>): ToolResult {
  return { content: [{ type: "text", text }], ...(details ? { details } : {}) };
}
