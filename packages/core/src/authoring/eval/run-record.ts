import type { CallStatus, DurableEvent, EndReason, Problem, Usage } from "../../protocol/index.ts";

/** A call that an agent made, of the run itself or of one of its sub-agents. */
export interface CallRecord {
  name: string;
  input: Record<string, unknown>;
  /** Absent where the run ended before its result. */
  status?: CallStatus;
  result: string;
  /** The skill that the call loaded. */
  skill?: string;
  isMain: boolean;
}

/** What became of one run in a workspace of its own. */
export interface RunRecord {
  reason: EndReason;
  /** Its last answer. */
  text: string;
  usage: Usage;
  ms: number;
  iterations: number;
  calls: CallRecord[];
  /** Names of the skills whose instructions entered the conversation, in order. */
  activated: string[];
  /** Questions to a person; nobody answers them. */
  questions: number;
  /** What would have been asked about, and was refused instead. */
  refused: { tool: string; reason: string }[];
  error?: Problem;
  /** The durable events of the whole tree. */
  events: DurableEvent[];
  /** The folder it worked in, as it left it; gone after `dispose`. */
  folder: string;
  /** Files that it made or changed, relative to the folder, with slashes. */
  changed: string[];
  dispose(): Promise<void>;
}

/** Starts a command in the folder of a run. */
export type RunCommand = (request: {
  command: string;
  folder: string;
  input?: string;
  timeoutMs?: number;
  /** Folders that it may read wherever they lie. */
  readable?: readonly string[];
  signal: AbortSignal;
}) => Promise<CommandResult>;

export type CommandResult =
  | { ran: true; exitCode: number | null; stdout: string; stderr: string; stopped?: string }
  /** It could not be started, or there is nothing safe to start it in. */
  | { ran: false; reason: string };
