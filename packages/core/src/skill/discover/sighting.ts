import type { BigIntStats } from "node:fs";

/** A file that is a skill, as looking through folders came upon it: not read yet. */
export interface Sighting {
  /** Real paths. */
  folder: string;
  file: string;
  root: string;
  /** What the system says of `file`. */
  stats: BigIntStats;
  /** Codex's file beside it, where there is one. */
  sidecar?: { file: string; stats: BigIntStats };
  plugin?: string;
  /** For a single file of a `commands` folder: how it is called, `frontend:component`. */
  command?: string;
}
