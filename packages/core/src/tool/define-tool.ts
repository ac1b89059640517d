import type { z } from "zod";
import type {
  AskView,
  CallId,
  EventDraft,
  PermissionAnswer,
  Question,
  SessionId,
  SessionView,
  ShellId,
  TextPart,
  Translate,
} from "../protocol/index.ts";
import type { Below, JudgeBelow } from "../permission/judge-below.ts";
import type { Verdict } from "../permission/gate.ts";
import type { Effect, Resource } from "../permission/request.ts";
import type { SessionShells, ShellOwner } from "../workspace/background-shells.ts";
import type { Sandbox } from "../workspace/sandbox/sandbox.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type { Effect, Resource } from "../permission/request.ts";

export interface Description {
  /** One line for a person: `Edit src/a.ts`. */
  title: string;
  resources: Resource[];
  /** What rules may name beside resources: the skill or the agent that the call is about. */
  subject?: string;
  /** Why a person is to be asked whatever the mode, unless a rule names exactly this. */
  ask?: string;
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
  /** The sealed skill whose content this is, where the tool knows. */
  sealed?: string;
  /** What the call changes of the session itself: it goes into the log together with the result, or not at all. */
  events?: readonly SessionChange[];
}

export type SessionChange = EventDraft<"todo.changed" | "session.configured">;

/** What a tool may know of the session that it is called in. */
export type SessionFacts = Pick<SessionView, "settings" | "todos" | "plan" | "parentSessionId">;

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
  /** Where commands leave long output, if that is not the system's temporary folder. */
  outputFolder?: string;
  memory: ToolMemory;
  /** The session as it stands now. */
  session(): SessionFacts;
  /** What a person said to `Tool.questions`: for each of them one or more options or a text of their own. */
  answers?: readonly (readonly string[])[];
  /**
   * What the call must not show of a folder that it was let into, by rules and mode of this moment. Undefined: it may
   * show everything.
   */
  judgeBelow(folder: string, shows: Below["shows"]): JudgeBelow | undefined;
  /** The session's background shells, where there may be any. */
  shells?: SessionShells;
  /** What commands run in. */
  sandbox?: Sandbox;
  /** What a person said when they were asked about this call; absent where nobody was. */
  permission?: PermissionAnswer;
  /** What the gate says now of something that a call leads to, under the name that rules know it by. */
  judge?: (what: Judgement) => Verdict["verdict"];
  /**
   * Whether a rule of a person names what a call leads to, not only its tool: an address may then lie on a private
   * network.
   */
  names?: (what: Judgement) => boolean;
  /**
   * Asks a person while the call runs; for calls that have begun. `undefined`: nobody answered in time, or they said
   * something else instead. In a mode where nobody is asked it must not be called.
   */
  ask?: (
    questions: readonly Question[],
    options?: AskOptions,
  ) => Promise<readonly (readonly string[])[] | undefined>;
  /** One reply of a model to something that is no part of the conversation; counted as the run's use. */
  sample?: (request: ToolSample, signal: AbortSignal) => Promise<ToolSampled>;
}

export interface Judgement extends Omit<Description, "title"> {
  tool: string;
  effect: Effect;
}

export interface AskOptions {
  /** Default: the call's own. */
  signal?: AbortSignal;
  /** How long to wait for a person; without it as long as the run lasts. */
  timeoutMs?: number;
}

export interface ToolSample {
  /** Another model than the session's, by its name. */
  model?: string;
  system?: string;
  messages: readonly { role: "user" | "assistant"; content: (TextPart | ToolImage)[] }[];
  maxTokens: number;
}

export interface ToolSampled {
  model: string;
  text: string;
  stop: "end" | "length";
}

/** An expected failure: its message becomes the result, with status `error`, for the model to correct itself. */
export class ToolFailure extends Error {
  /** Output worth keeping, such as what a command printed before it failed. */
  readonly details: Record<string, unknown> | undefined;
  readonly keep: "head" | "ends";
  /** See `ToolResult.file`. */
  readonly file: string | undefined;
  /** `denied`: a person did not want it. */
  readonly status: "error" | "denied";
  constructor(
    message: string,
    options: {
      details?: Record<string, unknown>;
      keep?: "head" | "ends";
      file?: string;
      status?: "error" | "denied";
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ToolFailure";
    this.details = options.details;
    this.keep = options.keep ?? "head";
    this.file = options.file;
    this.status = options.status ?? "error";
  }
}

/** What a call works on waits for a person: the call gets no result yet and is run again once they answered. */
export class Suspended extends Error {
  readonly asks: readonly AskView[];
  constructor(asks: readonly AskView[]) {
    super("waiting");
    this.name = "Suspended";
    this.asks = asks;
  }
}

export interface Offer {
  description: string;
  /** The values of parameters, by name. */
  choices?: Record<string, readonly string[]>;
}

export type QuestionContext = Pick<ToolContext, "t" | "session">;

export interface Tool<Input = Record<string, unknown>> {
  name: string;
  /** What the model reads. Short: every request carries it. */
  description: string;
  input: z.ZodType<Input>;
  /** What the model is told of the parameters, where that is not what `input` says. */
  inputSchema?: Record<string, unknown>;
  /** Other spellings of parameters, `{ file_path: "path" }`: accepted in calls, not shown in the schema. */
  aliases: Record<string, string>;
  effect: Effect;
  /**
   * Offered to the model only from where a prompt, or the input or result of a call, matches this; a call to it counts
   * at any time. Absent: always offered.
   */
  onDemand?: RegExp;
  /**
   * What a request tells the model of it, where that changes from session to session: another description, the values
   * that parameters may have. `undefined`: it is not offered.
   */
  definition?: () => Offer | undefined;
  /** Runs beside others of the same message although its effect is not `read`: a sub-agent. */
  parallel?: boolean;
  /**
   * What a person has to answer before the call runs; with no question it runs at once. The run waits, over restarts
   * too, and `run` then gets the answers. May throw `ToolFailure`.
   */
  questions?: (input: Input, context: QuestionContext) => Question[];
  describe(input: Input, workspace: Workspace, memory: ToolMemory): Promise<Description>;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
}

export interface ToolSpec<S extends z.ZodType<Record<string, unknown>>> {
  name: string;
  description: string;
  input: S;
  inputSchema?: Record<string, unknown>;
  aliases?: Record<string, string>;
  effect: Effect;
  onDemand?: RegExp;
  definition?: () => Offer | undefined;
  parallel?: boolean;
  questions?(input: z.infer<S>, context: QuestionContext): Question[];
  describe(input: z.infer<S>, workspace: Workspace, memory: ToolMemory): Promise<Description> | Description;
  run(input: z.infer<S>, context: ToolContext): Promise<ToolResult>;
}

/** Abort, time limits, validation, permission and bounding happen once, in `execute`; a tool only does its work. */
export function defineTool<S extends z.ZodType<Record<string, unknown>>>(spec: ToolSpec<S>): Tool {
  const { questions, ...rest } = spec;
  return {
    ...rest,
    aliases: spec.aliases ?? {},
    ...(questions
      ? { questions: (input, context) => questions.call(spec, input as z.infer<S>, context) }
      : {}),
    describe: async (input, workspace, memory) => spec.describe(input as z.infer<S>, workspace, memory),
    run: (input, context) => spec.run(input as z.infer<S>, context),
  };
}

export function textResult(text: string, details?: Record<string, unknown>): ToolResult {
  return { content: [{ type: "text", text }], ...(details ? { details } : {}) };
}
