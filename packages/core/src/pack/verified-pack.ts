import type { PackFile } from "./pack-file.ts";
import type { PackManifest } from "./manifest.ts";

/** Who signed a pack. That the signature is theirs is certain; who they are is not. */
export interface PackSigner {
  /** As in an `authorized_keys` file: type and base64. */
  publicKey: string;
  /** `SHA256:…`, as `ssh-keygen -l` shows it. */
  fingerprint: string;
}

/** A pack whose every byte is accounted for by its signature. Only `verifyPack` makes one. */
export interface VerifiedPack {
  manifest: PackManifest;
  /** sha256 of the whole file, in hex. */
  digest: string;
  /** Of the whole file, in bytes. */
  size: number;
  signer: PackSigner;
  content:
    | { sealed: false; files: PackFile[] }
    | { sealed: true; sealedFor: "passphrase" | "keys"; age: Uint8Array };
}

/** What opens a sealed pack: its passphrase, or an identity of age (`AGE-SECRET-KEY-1…`, the text of an identity file). */
export type PackKey = { passphrase: string } | { identity: string };

/** Whom a pack is sealed for: who knows the passphrase, or the holders of these keys (`age1…`). */
export type PackSeal = { passphrase: string } | { recipients: readonly string[] };
