import type { AskView, EndReason, Problem, SessionEvent, SessionId } from "../../protocol/index.ts";

/** A skill that is given to others. */
export interface ServedSkill {
  id: string;
  /** How it is called here: a slug, before it `{folder}:` for a skill of a folder inside the project. */
  name: string;
  description: string;
  /** Real paths. */
  folder: string;
  file: string;
  /** For a single file that is all of the skill. */
  command?: string;
}

/** How a run stands when it stopped. */
export interface ServedRun {
  sessionId: SessionId;
  reason: EndReason;
  text: string;
  /** What a person must answer, oldest first. */
  asks: AskView[];
  limit?: string;
  error?: Problem;
}

export interface RunRequest {
  skill: string;
  prompt: string;
  /** One that a request without it began. */
  sessionId?: string | undefined;
  readOnly?: boolean | undefined;
}

export interface RunWatch {
  signal: AbortSignal;
  onEvent(event: SessionEvent): void;
}

/**
 * What a server of skills is made of. Failures that the other side should read are `SkillmintError`. Nothing of it
 * widens what its person allowed.
 */
export interface SkillHost {
  /** The skills that are offered now; each call looks anew. */
  skills(): Promise<readonly ServedSkill[]>;
  /** The best for some words; for none all. */
  search(query: string, limit: number): Promise<readonly Pick<ServedSkill, "id" | "name" | "description">[]>;
  /** The instructions with the list of files, as a model is to read them. */
  activate(name: string, text: string): Promise<{ skill: ServedSkill; text: string }>;
  run(request: RunRequest, watch: RunWatch): Promise<ServedRun>;
  /** How a run stands, without working on it. */
  inspect(id: SessionId): Promise<ServedRun>;
  /** Goes on with a run that somebody else answered meanwhile. */
  resume(id: SessionId, watch: RunWatch): Promise<ServedRun>;
  /** Answers what a run waits for, in the words that `skillmint resume` takes, and goes on with it. */
  answer(
    ask: { sessionId: SessionId; askId: string },
    text: string | readonly string[],
    watch: RunWatch,
  ): Promise<ServedRun>;
}
