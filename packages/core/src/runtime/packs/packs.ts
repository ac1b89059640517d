import type { PackManifest } from "../../pack/manifest.ts";
import type { PackKey } from "../../pack/verified-pack.ts";
import type { Finding } from "../../skill/validate/finding.ts";
import type { ExportedSkill, ExportOptions } from "./export-skill.ts";
import type { LockedSkill } from "./lock-file.ts";
import type { Signers } from "./signers.ts";
import type { InstallStep, LeftOut, SourceKind } from "./source/source.ts";

/** What is known of the key that signed a pack. */
export interface PlannedSigner {
  publicKey: string;
  fingerprint: string;
  name?: string;
  /** `unknown`: never seen before; `known`: seen, and trusted by nobody. */
  state: "trusted" | "known" | "unknown";
}

/** What a person has to agree to before a skill takes the place of another. */
export type NeededApproval =
  | { kind: "signer"; from: string; to: string; message: string }
  | { kind: "unsigned"; from: string; message: string }
  | { kind: "downgrade"; from: string; to: string; message: string }
  | { kind: "replace"; path: string; message: string };

/** What a skill asks for: nothing of it is given by installing. */
export interface SkillWishes {
  allowedTools: string[];
  /** The events that commands of it would run at. */
  hooks: string[];
  mcpServers: string[];
  scripts: string[];
}

export interface PlannedSkill {
  name: string;
  description: string;
  version?: string;
  kind: "skill" | "pack";
  layer: "user" | "project" | "pack";
  /** Where it will lie. */
  folder: string;
  digest: string;
  files: number;
  bytes: number;
  /** Its files, wishes and findings are not known without the key. */
  sealed: boolean;
  signer?: PlannedSigner;
  manifest?: PackManifest;
  /** Of the strict validator. */
  errors: Finding[];
  warnings: Finding[];
  wishes: SkillWishes;
  /** What is installed under the name now. */
  before?: LockedSkill;
  /** It is installed already, exactly so. */
  same: boolean;
  approvals: NeededApproval[];
}

/** What installing would do. Nothing was written for it. */
export interface InstallPlan {
  kind: SourceKind;
  /** As it can be named again. */
  source: string;
  commit?: string;
  /** Over everything in it: `install` with it refuses anything else. */
  digest: string;
  skills: PlannedSkill[];
  leftOut: LeftOut[];
}

export interface InspectOptions {
  /** What relative paths begin at, and the project of `project`. */
  folder: string;
  /** Opens a sealed pack. */
  key?: PackKey;
  /** Of several skills the one; of a single one the folder's name. */
  name?: string;
  /** What is noted as its source, where the one that is read is gone afterwards, such as an upload. */
  address?: string;
  /** Of several skills only these. */
  only?: readonly string[];
  /** Into `.skillmint/skills` of the folder, and into its lockfile. */
  project?: boolean;
  signal?: AbortSignal;
  onProgress?: (step: InstallStep) => void;
}

export interface Agreed {
  /** Signers whose key may take the place of another, by fingerprint. */
  acceptSigners?: readonly string[];
  allowDowngrade?: boolean;
  /** What was not installed from anywhere, or changed since, may be replaced; also by what is not signed. */
  replace?: boolean;
}

export interface InstallOptions extends InspectOptions, Agreed {
  requireTrusted?: boolean;
  /** The `digest` of the plan that a person was shown. */
  expected?: string;
}

export interface InstalledSkill extends LockedSkill {
  name: string;
  folder: string;
  layer: "user" | "project" | "pack";
  /** False: it was there already, exactly so. */
  changed: boolean;
}

export interface ListedInstall extends LockedSkill {
  name: string;
  folder: string;
  /** Of packs: who signed it. */
  signedBy?: PlannedSigner;
  /** Of packs: what differs from what was installed, in words. */
  problem?: string;
}

export interface VerifiedFile {
  manifest: PackManifest;
  digest: string;
  size: number;
  signer: PlannedSigner;
}

/** A source that was read and can be installed as it was shown. */
export interface PreparedInstall {
  plan: InstallPlan;
  /** `frozen`: the lockfile stays as it is. */
  install(options?: Agreed & { requireTrusted?: boolean; frozen?: boolean }): Promise<InstalledSkill[]>;
}

/**
 * Installed skills and packs. All results are plain data. Refused with `install-refused`, `install-unapproved` where a
 * person has to agree first, and the errors of packs.
 */
export interface Packs {
  /** Reads a source once, for whoever shows it before it is installed. */
  prepare(source: string, options: InspectOptions): Promise<PreparedInstall>;
  inspect(source: string, options: InspectOptions): Promise<InstallPlan>;
  install(source: string, options: InstallOptions): Promise<InstalledSkill[]>;
  /**
   * Installs exactly what the lockfile says: all of it, or one source of it. Refused where anything differs; nothing is
   * changed then.
   */
  installFrozen(options: InstallOptions & { source?: string }): Promise<InstalledSkill[]>;
  list(options: { folder: string; project?: boolean }): Promise<ListedInstall[]>;
  /** Takes an installed skill or pack away, with its key. */
  remove(name: string, options: { folder: string; project?: boolean }): Promise<InstalledSkill>;
  /** What a pack file says and who signed it; without its key. */
  verify(file: string, options: { folder: string }): Promise<VerifiedFile>;
  readonly signers: Signers;
  exportSkill(name: string, options: ExportOptions): Promise<ExportedSkill>;
}
