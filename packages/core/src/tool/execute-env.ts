import type {
  CallStatus,
  CallView,
  Diagnostic,
  EventDraft,
  InputPart,
  LiveDraft,
  Mode,
  SessionId,
  Translate,
} from "../protocol/index.ts";
import type { GateRequest } from "../permission/request.ts";
import type { Rules } from "../permission/rules.ts";
import type { SessionShells } from "../workspace/background-shells.ts";
import type { Sandbox } from "../workspace/sandbox/sandbox.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { SessionFacts, Tool, ToolContext, ToolMemory } from "./define-tool.ts";
import type { Registry } from "./registry.ts";
import type { Restriction } from "./restriction.ts";
import type { Sealing } from "./sealing.ts";

/** What executing calls of one session needs. Rules and mode are read at every decision: they may change. */
export interface ExecuteEnv {
  sessionId: SessionId;
  registry: Registry;
  workspace: Workspace;
  mode: () => Mode;
  rules: () => Rules;
  t: Translate;
  memory: ToolMemory;
  session: () => SessionFacts;
  append(events: EventDraft[], options?: { durable?: boolean }): Promise<unknown>;
  emit(event: LiveDraft): void;
  putBlob(bytes: Uint8Array): Promise<string>;
  getText(blob: string): Promise<string>;
  readStored(path: string): Promise<Uint8Array | undefined>;
  shells?: SessionShells;
  sandbox?: Sandbox;
  /** What commands of the person, the project or a skill have to say about calls. */
  hooks?: CallHooks;
  /** What active skills leave of the tools: a call must fit all of them. */
  restrictions?: () => readonly Restriction[];
  /** Asks a person while a call runs; see `ToolContext.ask`. */
  ask?: (
    call: CallView,
    ...args: Parameters<NonNullable<ToolContext["ask"]>>
  ) => ReturnType<NonNullable<ToolContext["ask"]>>;
  /** See `ToolContext.sample`. */
  sample?: (
    call: CallView,
    ...args: Parameters<NonNullable<ToolContext["sample"]>>
  ) => ReturnType<NonNullable<ToolContext["sample"]>>;
  /** Of skills whose content must not be written down. */
  sealing?: Sealing;
  /** The active skill that asks to be allowed this, where it is not. */
  wanted?: (request: GateRequest) => EventDraft<"permission.asked">["grants"];
}

export interface ReadyCall {
  call: CallView;
  tool: Tool;
  input: Record<string, unknown>;
}

/**
 * They can refuse a call, have it asked about, change it or add something for the model. What the gate refuses stays
 * refused, and a changed call goes through it again.
 */
export interface CallHooks {
  /** Before a call is asked about or run; asked once for each, however often it is judged. `input` is valid. */
  before(
    ready: ReadyCall,
  ): Promise<{ deny?: string; ask?: string; input?: Record<string, unknown> } | undefined>;
  /** After it ran, and its result is in the log. */
  after(ready: ReadyCall, result: { status: CallStatus; content: readonly InputPart[] }): Promise<void>;
  /** Tells the person what of hooks has no effect. */
  tell(diagnostic: Diagnostic): void;
}
