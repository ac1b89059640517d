import type { SessionView, Translate } from "../../protocol/index.ts";
import type { Catalog } from "../../skill/catalog/build-catalog.ts";
import type { ParsedSkill, Skill } from "../../skill/skill.ts";

/** The skills of one session as they are now: what is on disk, judged by the settings. */
export interface SkillState {
  skills: readonly Skill[];
  catalog: Catalog;
  /** How often each was used, by id. */
  usage: Readonly<Record<string, { count: number; lastAt: number }>>;
  /** The environment in use. */
  environment?: string;
  /** Whether commands inside skills may run when they load. */
  mayRunCommands: boolean;
}

/** Whether a person approved what a skill asks for, for the folder as it is now. */
export interface Approval {
  digest: string;
  approved: boolean;
  /** How the folder differs from the one that was approved before. */
  change?: string;
  /** Nobody trusts who made it: nothing that it asks for counts, whoever approves it. */
  withheld?: true;
}

/** A skill whose files are here now. */
export interface PreparedSkill {
  /** With the folder that its files lie in. */
  skill: Skill;
  /** Where its content must not be written down: all of it, from memory. */
  sealed?: {
    /** Of its pack. */
    name: string;
    parsed: ParsedSkill;
    /** Without SKILL.md. */
    files: readonly string[];
    /** The same in words, for a system prompt. */
    filesText: string;
    /** What the model is to know of its files. */
    note?: string;
  };
}

/** Where a run gets its skills from; the runtime puts it together. */
export interface SkillSource {
  read(view: SessionView): Promise<SkillState>;
  /**
   * Called before a skill's text is read: brings its files here where they lie elsewhere. Fails with
   * `ActivationRefused` where they cannot be had or are not what was promised.
   */
  prepare?(skill: Skill, signal: AbortSignal): Promise<PreparedSkill | undefined>;
  approve(skill: Skill): Promise<Approval>;
  /** What is different between two environments, in words, one line each. */
  compare(from: string | undefined, to: string | undefined, t: Translate): Promise<string[]>;
  /** Notes that a skill was used. */
  used(skillId: string): Promise<void>;
}
