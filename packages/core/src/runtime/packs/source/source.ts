import type { PackFile } from "../../../pack/pack-file.ts";
import type { Guard } from "../../../network/guard.ts";
import type { Language } from "../../../protocol/index.ts";
import type { VerifiedPack } from "../../../pack/verified-pack.ts";
import type { InstallWords } from "../install-words.ts";

export const sourceKinds = ["pack", "folder", "zip", "tar", "git", "plugin", "well-known"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a source holds that is not installed, and why. */
export interface LeftOut {
  path: string;
  reason: string;
}

/** A skill as its source has it: nothing of it is on disk yet. */
export interface SourceSkill {
  /** The folder's name in the source. */
  folderName: string;
  files: readonly PackFile[];
}

export interface ReadSource {
  kind: SourceKind;
  /** As it can be named again: an absolute path or an address without credentials. */
  address: string;
  /** Of a git source: what it is pinned to. */
  commit?: string;
  skills: readonly SourceSkill[];
  /** Of a pack: verified, and sealed or open. `skills` is empty then. */
  pack?: { verified: VerifiedPack; bytes: Uint8Array };
  leftOut: readonly LeftOut[];
}

export type InstallStep = "fetching" | "checking" | "writing";

export interface SourceContext {
  /** What relative paths begin at. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  language: Language;
  words: InstallWords;
  /** With the hosts of a private network that the person named. */
  guard(): Promise<Guard>;
  signal: AbortSignal;
  progress(step: InstallStep): void;
}
