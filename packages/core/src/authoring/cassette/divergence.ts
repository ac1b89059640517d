/** What of a run is no longer as it was recorded. */
export type DivergenceKind =
  | "system-prompt"
  | "instructions"
  | "skill-list"
  | "skill-text"
  | "tool-definition"
  | "message"
  | "tool-input"
  | "tool-result"
  /** A call is asked about or refused that was not, or the other way round. */
  | "permission"
  /** The run went on where the recording ended, or ended where it went on: see `EndKind`. */
  | "end";

export type EndKind =
  /** The recording ends and the run goes on. */
  | "ranOut"
  /** The recording breaks off: the run that was recorded was stopped. */
  | "wasCut"
  /** The run ended otherwise, or earlier, than the recorded one. */
  | "endedEarly"
  | "otherEvents";

/** The first place where a run leaves its recording. Texts hold placeholders where they named folders. */
export interface Divergence {
  /** The number of the recorded step, from 1: a reply of a model or a call of a tool. */
  step: number;
  kind: DivergenceKind;
  /** Which agent: `main`, `main/task_1`. */
  agent: string;
  /** What it is about: a skill, the tool of a call, a file; for `end` what happened there. */
  subject: string;
  /** Which call or message of its agent, from 1. */
  number?: number;
  /** The line of the text in which both first differ, from 1. */
  line?: number;
  expected: string;
  got: string;
  /** Both, as a few lines that begin with ` `, `-` or `+`. */
  diff: string;
}

/** `calls`: the words of prompts, skills and tools may have changed; calls and results must be as they were. */
export type Match = "strict" | "calls";
