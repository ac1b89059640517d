import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { FileChange, FileRecord } from "./format.ts";
import { sha256 } from "./json.ts";
import { isBelow } from "./tool-policy.ts";

export const fileLimits = {
  /** Files that one look takes in. */
  entries: 20_000,
  /** Contents that are kept: of one file, of all that a call changed, of all that a run began with. */
  bytes: 256 * 1024,
  changedFiles: 200,
  changedBytes: 4 * 1024 * 1024,
  initialFiles: 500,
  initialBytes: 4 * 1024 * 1024,
} as const;

const skipped = new Set([".git", "node_modules", ".DS_Store"]);
const secretName =
  /^\.env(?:\..+)?$|\.(?:pem|key|p12|pfx|keystore)$|^id_(?:rsa|dsa|ecdsa|ed25519)$|^\.(?:netrc|npmrc|pypirc|pgpass)$|credentials|^secrets?\.(?:jsonc?|ya?ml|toml|txt)$/i;

interface Stamp {
  size: number;
  mtimeMs: number;
  ino: number;
  mode: number;
}

export interface Changes {
  files: FileChange[];
  /** How many of them are only known by their digest. */
  digestOnly: number;
  /** How many links and other special files are new; they are left out. */
  special: number;
}

export interface InitialFile extends Omit<FileRecord, "note"> {
  missing?: "secret" | "size";
}

/** What a run does to the files of its workspace. Paths are relative to it, with slashes. */
export interface WorkspaceFiles {
  /** Files as they are now that the run sees for the first time: one, or all below a folder. */
  noteFirst(path: string): Promise<InitialFile[]>;
  /** What is to be compared with. */
  look(): Promise<void>;
  /** What changed since the last look. */
  changes(): Promise<Changes>;
}

/** Text where it is one, so that it can be read; else bytes. */
export function toContent(bytes: Uint8Array): string | Uint8Array {
  if (bytes.includes(0)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

export function isSecretFile(path: string): boolean {
  return secretName.test(basename(path));
}

async function walk(root: string, except: ReadonlySet<string>, found: Map<string, Stamp>): Promise<number> {
  let special = 0;
  const queue = [root];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (skipped.has(entry.name) || found.size >= fileLimits.entries) continue;
      const path = join(folder, entry.name);
      if (except.has(path)) continue;
      if (entry.isDirectory()) queue.push(path);
      else if (!entry.isFile()) special++;
      else {
        const stats = await lstat(path).catch(() => undefined);
        if (stats?.isFile())
          found.set(path, { size: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino, mode: stats.mode });
      }
    }
  }
  return special;
}

function isSame(a: Stamp | undefined, b: Stamp): boolean {
  return a?.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.mode === b.mode;
}

/** `except`: what is no part of the run, such as the recording itself. */
export function createWorkspaceFiles(root: string, except: readonly string[]): WorkspaceFiles {
  const left = new Set(except);
  const known = new Set<string>();
  let before = new Map<string, Stamp>();
  let initialBytes = 0;
  let knownSpecial = 0;
  const nameOf = (path: string): string => relative(root, path).split(sep).join("/");
  let queue: Promise<unknown> = Promise.resolve();
  /** One look after the other: each is compared with the one before it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };

  async function noteFile(path: string, { size, mtimeMs, mode }: Stamp): Promise<InitialFile[]> {
    if (known.has(path) || known.size >= fileLimits.initialFiles) return [];
    known.add(path);
    const isLarge = size > fileLimits.bytes || initialBytes + size > fileLimits.initialBytes;
    const isSecret = isSecretFile(path);
    const bytes = size > 64 * fileLimits.bytes ? undefined : await readFile(path).catch(() => undefined);
    if (!bytes) return [];
    const about = {
      file: nameOf(path),
      sha256: sha256(bytes),
      size,
      modified: Math.round(mtimeMs),
      ...((mode & 0o100) === 0 ? {} : { executable: true }),
    };
    if (isSecret || isLarge) return [{ ...about, missing: isSecret ? "secret" : "size" }];
    initialBytes += size;
    return [{ ...about, content: toContent(bytes) }];
  }

  async function readChange(path: string, stamp: Stamp, room: number): Promise<FileChange> {
    const bytes = await readFile(path);
    const about = { path: nameOf(path), ...((stamp.mode & 0o100) === 0 ? {} : { executable: true }) };
    const isKept = bytes.length <= Math.min(fileLimits.bytes, room) && !isSecretFile(path);
    return isKept
      ? { ...about, content: toContent(bytes) }
      : { ...about, sha256: sha256(bytes), size: bytes.length };
  }

  async function look(): Promise<number> {
    before = new Map();
    return walk(root, left, before);
  }

  async function compare(): Promise<Changes> {
    const old = before;
    const special = await look();
    const files: FileChange[] = [];
    let room: number = fileLimits.changedBytes;
    let digestOnly = 0;
    for (const [path, stamp] of before) {
      if (isSame(old.get(path), stamp)) continue;
      known.add(path);
      const isWithin = files.length < fileLimits.changedFiles;
      const change = await readChange(path, stamp, isWithin ? room : -1).catch(() => undefined);
      if (!change) continue;
      if (change.content === undefined) digestOnly++;
      else room -= stamp.size;
      if (isWithin || files.length < 5 * fileLimits.changedFiles) files.push(change);
    }
    for (const path of old.keys()) if (!before.has(path)) files.push({ path: nameOf(path), removed: true });
    const fresh = Math.max(0, special - knownSpecial);
    knownSpecial = special;
    return { files, digestOnly, special: fresh };
  }

  return {
    look: () =>
      inTurn(async () => {
        knownSpecial = await look();
      }),
    changes: () => inTurn(compare),
    async noteFirst(path) {
      if (!isBelow(path, root)) return [];
      const stats = await lstat(path).catch(() => undefined);
      // What is not there yet was made by the run, once it is.
      if (!stats) known.add(path);
      if (stats?.isFile()) return noteFile(path, stats);
      if (!stats?.isDirectory()) return [];
      const found = new Map<string, Stamp>();
      await walk(path, left, found);
      const noted: InitialFile[] = [];
      for (const [file, stamp] of found) noted.push(...(await noteFile(file, stamp)));
      return noted;
    },
  };
}
