import { execFileSync } from "node:child_process";
import { createPack, type CreatePack } from "./create-pack.ts";
import { encodeManifest, type PackManifest } from "./manifest.ts";
import { describeFiles, toEntries } from "./pack-content.ts";
import type { PackFile } from "./pack-file.ts";
import { manifestName, signatureName } from "./pack-layout.ts";
import type { SigningKey } from "./signing-key.ts";
import { createSshKey, readSshPrivateKey } from "./ssh-key.ts";
import { writeStoredZip, type ZipEntry } from "./stored-zip.ts";

/** A key that signs by itself, new each time. */
export function makeKey(): SigningKey {
  const read = readSshPrivateKey(createSshKey("test").privateKey);
  if (read.kind !== "ready") throw new Error(read.kind);
  return read.key;
}

export function file(path: string, text: string, executable = false): PackFile {
  return { path, bytes: Buffer.from(text), executable };
}

export const sampleFiles: readonly PackFile[] = [
  file("SKILL.md", "---\nname: sample\ndescription: A sample.\n---\n\nDo it.\n"),
  file("references/données.md", "# Facts\n"),
  file("scripts/run.sh", "#!/bin/sh\necho hello\n", true),
];

export const sampleAbout = { id: "sample", name: "sample", description: "A sample.", version: "1.2.3" };

/** A key pair of age: what opens, and what is sealed for. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Seals made with it are weak and quick. */
export const quick = { workFactor: 4 };

export function makePack(more: Partial<CreatePack> = {}): Promise<Uint8Array> {
  return createPack({ files: sampleFiles, about: sampleAbout, key: makeKey(), ...quick, ...more });
}

export interface Forgery {
  /** Instead of the manifest of the sample. */
  manifest?: object;
  /** Instead of its canonical bytes. */
  manifestBytes?: Uint8Array;
  files?: readonly PackFile[];
  /** Instead of the entries of the content. */
  content?: readonly ZipEntry[];
  signature?: string;
  key?: SigningKey;
}

/** A pack as someone would make it who signs whatever they like: nothing in it is checked. */
export async function forgePack(forgery: Forgery = {}): Promise<Uint8Array> {
  const { files = sampleFiles, key = makeKey() } = forgery;
  const manifest = {
    format: 1,
    ...sampleAbout,
    sealed: false,
    files: describeFiles(files),
    ...forgery.manifest,
  };
  const bytes = forgery.manifestBytes ?? encodeManifest(manifest as PackManifest);
  const signature = forgery.signature ?? (await key.sign(bytes));
  return Buffer.concat(
    writeStoredZip([
      { path: manifestName, bytes },
      { path: signatureName, bytes: Buffer.from(signature) },
      ...(forgery.content ?? toEntries(files)),
    ]),
  );
}

/** Whether a program is there; without it the suite that needs it is skipped, and its name says so. */
export function hasProgram(name: string, flag: string): boolean {
  try {
    execFileSync(name, [flag], { stdio: "ignore" });
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== "ENOENT";
  }
}

/** Numbers from 0 up to below 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
