import type { AssistantPart, InputPart } from "./content.ts";
import type { Problem } from "./error.ts";
import type { CallStatus, EndReason, PermissionAnswer, ShellEnd, StopReason } from "./durable-schema.ts";
import type { DurableEvent, Spilled } from "./event.ts";
import type { InstructionSource } from "./instruction-source.ts";
import type { AskId, CallId, MessageId, NoteId, PromptId, RunId, SessionId, ShellId } from "./id.ts";
import type { Mode, SessionSettings } from "./settings.ts";
import type { Usage } from "./usage.ts";

type Settled = DurableEvent<"tool.settled">;

export interface CallView {
  callId: CallId;
  messageId: MessageId;
  name: string;
  input: Record<string, unknown>;
  blobs?: Spilled[];
  defect?: string;
  state: "called" | "asked" | "answered" | "started" | "settled";
  calledAt: number;
  askId?: AskId;
  /** What a person said about it, once they did. */
  permission?: { answer: PermissionAnswer; reason?: string; digest: string };
  answers?: string[][];
  startedAt?: number;
  process?: { pid: number; start?: string };
  status?: CallStatus;
  content?: InputPart[];
  resultBlobs?: Spilled[];
  details?: Settled["details"];
  fullOutput?: Settled["fullOutput"];
  durationMs?: number;
  /** The sub-agent that works on it. */
  childId?: SessionId;
}

export type AskView = (DurableEvent<"permission.asked"> | DurableEvent<"question.asked">) & { seq: number };

/** What a transcript is made of, in the order the model reads it. Entries are replaced, never changed in place. */
export type Entry =
  | { kind: "prompt"; seq: number; at: number; promptId: PromptId; content: InputPart[]; blobs?: Spilled[] }
  | {
      kind: "message";
      seq: number;
      at: number;
      messageId: MessageId;
      runId: RunId;
      text: string;
      content: AssistantPart[];
      blobs?: Spilled[];
      model: string;
      stop: StopReason;
      usage: Usage;
      calls: CallId[];
    }
  | {
      kind: "failure";
      seq: number;
      at: number;
      messageId: MessageId;
      text: string;
      error: Problem;
      willRetry: boolean;
    }
  | {
      kind: "note";
      seq: number;
      at: number;
      noteId?: NoteId;
      noteKind: string;
      text: string;
      blobs?: Spilled[];
      /** The sub-agent whose report it is, and how that ended. */
      agent?: { taskId: string; agentType: string; status: string };
    }
  /** A skill that a person asked for. One that the model loaded stands in the result of its call. */
  | { kind: "skill"; seq: number; at: number; skillId: string; name: string; text: string; blobs?: Spilled[] }
  | {
      kind: "end";
      seq: number;
      at: number;
      runId: RunId;
      reason: EndReason;
      error?: Problem;
      limit?: string;
    };

export interface RunView {
  runId: RunId;
  fence: number;
  seq: number;
  at: number;
  iterations: number;
  usage: Usage;
}

export interface FileChange {
  seq: number;
  callId: CallId;
  path: string;
  before: string | null;
  after: string | null;
  mode?: number;
}

/** A background shell as the log knows it. One that is `running` here may have died with its owner. */
export interface ShellView {
  shellId: ShellId;
  callId: CallId;
  /** Its head, where the command is very long. */
  command: string;
  pid: number;
  pidStart?: string;
  outputFile?: string;
  owner?: NonNullable<DurableEvent<"shell.started">["owner"]>;
  state: "running" | "ended";
  startedAt: number;
  endedAt?: number;
  exitCode?: number | null;
  reason?: ShellEnd;
}

type Activated = DurableEvent<"skill.activated">;

/** A skill whose instructions are part of the conversation. */
export type ActiveSkill = Omit<Activated, "type" | "sessionId" | "at" | "v" | "text" | "terms"> & {
  /** The run it was activated in: what a person approved for it ends with that. */
  runId?: RunId;
  text: string;
  terms: NonNullable<Activated["terms"]>;
};

/** The list of skills that the requests of a session carry. */
export interface ListingView {
  seq: number;
  form: NonNullable<DurableEvent<"skills.listed">["form"]>;
  text: string;
  names?: string[];
  environment?: string;
  blobs?: Spilled[];
}

/** What files tell every request of a session. */
export interface InstructionsView {
  seq: number;
  text: string;
  sources: InstructionSource[];
  blobs?: Spilled[];
}

/** A sub-agent of this session. */
export interface ChildView {
  childId: SessionId;
  callId: CallId;
  taskId: string;
  agentType: string;
  prompt: string;
  background: boolean;
  startedAt: number;
  endedAt?: number;
  status?: string;
  result?: string;
  /** All that its session had used when it last ended. */
  usage?: Usage;
}

/** What stands before the kept entries once a context was compacted. Fixed at that moment, so that it stays cached. */
export interface ContextStart {
  /** Where the conversation begins: its first prompt is the first from here on. */
  since: number;
  /** What came before, in the model's words; absent where that was left out without any. */
  summary?: string;
  blobs?: Spilled[];
  /** What stands before this is in the summary. */
  summarizedTo: number;
  /** How many messages behind that are left out and stand in no summary. */
  omitted: number;
  todos: SessionView["todos"];
  /** Active skills whose instructions were among what left the context. */
  skills: ActiveSkill[];
}

/** Of the results of replies before a sequence so many characters are in the context. */
export interface ClearedResults {
  before: number;
  chars: number;
}

/** One undone prompt: what `redo` brings back. */
export interface Undone {
  promptSeq: number;
  entries: Entry[];
  changes: FileChange[];
  /** Where the prompt stood in what was compacted. */
  context?: { start: ContextStart; contextFrom: number };
  /** What it changed of the session, and what that was then. */
  past?: { before: PastState[]; after: Partial<Standing> };
}

/** What a session's todos and mode were when a prompt came in; only what changed before the next one. */
export interface PastState extends Partial<Standing> {
  promptSeq: number;
}

export interface Standing {
  todos: SessionView["todos"];
  mode: { mode: Mode; plan?: NonNullable<SessionView["plan"]> };
}

/**
 * All that is known of a session, derived from its events by `applyEvent` and by nothing else. It is plain
 * JSON: a snapshot of it can be stored and gone on from.
 */
export interface SessionView {
  sessionId: SessionId;
  /** The newest event that was applied. */
  seq: number;
  createdAt: number;
  updatedAt: number;
  folder: string;
  title: string;
  settings: SessionSettings;
  parentSessionId?: SessionId;
  agent?: string;
  forkOf?: { sessionId: SessionId; seq: number };
  entries: Entry[];
  calls: Record<CallId, CallView>;
  /** Calls without a result, oldest first. */
  openCalls: CallId[];
  /** Asks without an answer, oldest first. */
  openAsks: AskView[];
  /** Rules a person granted for this session by answering an ask, its own or one of its sub-agents. */
  grants: string[];
  run: RunView | null;
  ended: { runId: RunId; reason: EndReason; seq: number; error?: Problem; limit?: string } | null;
  usage: Usage;
  /** Up to where the newest assistant message had read. */
  readTo: number;
  /** The newest thing that wants to be read by the model: a prompt, an answer, a note, a report. */
  lastInput: number;
  /** The newest `cancel.requested`. */
  lastCancel: number;
  /** Entries before this sequence are no longer part of the context. */
  contextFrom: number;
  /** What stands in their place. */
  start?: ContextStart;
  cleared: ClearedResults[];
  /** When what the model reads last changed at its beginning, and not only at its end. */
  contextChangedAt: number;
  /** How far estimates of tokens were off when it changed; see `results.cleared`. */
  scale?: number;
  changes: FileChange[];
  /** What undo goes back to, beside files; oldest first. */
  past: PastState[];
  undone: Undone[];
  /** What tools left for later calls, newest value by key. */
  memory: Record<string, unknown>;
  /** Commands in the background, oldest first. */
  shells: Record<ShellId, ShellView>;
  todos: DurableEvent<"todo.changed">["todos"];
  /** In plan mode: since when, and which mode it came from, where it did not begin with it. */
  plan?: { since: number; from?: Mode };
  /** Active ones by id, oldest first. */
  skills: Record<string, ActiveSkill>;
  listing?: ListingView;
  instructions?: InstructionsView;
  /** What skills were there when it was last told of them. */
  marks?: { value: Record<string, string>; blobs?: Spilled[] };
  children: Record<SessionId, ChildView>;
}

export type SessionState =
  | "working"
  | "interrupted"
  | "waiting"
  | "done"
  | "limit"
  | "loop"
  | "error"
  | "cancelled";

/** `held`: whether somebody alive holds the session's lease. */
export function stateOf(
  view: Pick<SessionView, "run" | "ended" | "lastInput" | "readTo">,
  held: boolean,
): SessionState {
  if (view.run) return held ? "working" : "interrupted";
  if (view.ended === null) return held ? "working" : view.lastInput > 0 ? "interrupted" : "done";
  if (view.lastInput > view.ended.seq) return held ? "working" : "interrupted";
  return view.ended.reason;
}
