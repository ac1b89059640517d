import type { Translate } from "../../protocol/index.ts";

/** One breach of a rule. */
export interface Finding {
  code: string;
  message: string;
  /** Line of the file, from 1. */
  line?: number;
  /** What the code is about: names of keys, the YAML library's own code. */
  detail?: string;
}

/** `portable`: the six keys of the standard. `claude`: the twenty that Claude Code knows, and ours. */
export type Profile = "portable" | "claude";

export interface ValidateOptions {
  profile: Profile;
  t: Translate;
}

/** What the strict reading of one skill found. Warnings do not make it invalid. */
export interface Validation {
  path: string;
  /** As loading reads them, repairs included. */
  name?: string;
  description?: string;
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}
