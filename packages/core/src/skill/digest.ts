import { createHash, type Hash } from "node:crypto";
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "./discover/folders.ts";
import { openRegular } from "./open-regular.ts";
import { SkillFileError } from "./skill-file-error.ts";

export interface FileDigest {
  /** Relative to the folder, with `/`. */
  path: string;
  /** sha256, in hex. Of a link: that of where it points, as text. */
  digest: string;
  bytes: number;
}

export interface FolderDigest {
  /** sha256 in hex over paths, kinds, executable bits and contents of everything in the folder. */
  digest: string;
  /** By path. */
  files: FileDigest[];
}

export interface DigestLimits {
  files: number;
  bytes: number;
}

export const digestLimits: DigestLimits = { files: 5_000, bytes: 200 * 1024 * 1024 };
const chunk = 256 * 1024;

interface Entry {
  path: string;
  kind: "file" | "link" | "folder" | "other";
}

/**
 * A digest of a folder with all that is in it, hidden files too: it differs as soon as one file does. Links are
 * never followed, where they point counts instead. Fails with `SkillFileError`: `digest-count` and `digest-size`
 * beyond the limits, `unreadable` where something cannot be read, since then nothing is known of it.
 */
export async function digestFolder(
  folder: string,
  limits: DigestLimits = digestLimits,
): Promise<FolderDigest> {
  const whole = createHash("sha256");
  const files: FileDigest[] = [];
  const buffer = new Uint8Array(chunk);
  let left = limits.bytes;
  for (const { path, kind } of await listAll(folder, limits.files)) {
    const full = join(folder, path);
    try {
      if (kind === "file") {
        const { digest, bytes, mode } = await hashFile(full, buffer, left);
        left -= bytes;
        files.push({ path, digest, bytes });
        note(whole, path, (mode & 0o111) === 0 ? "file" : "program", digest);
      } else if (kind === "link") {
        const target = await readlink(full);
        const digest = createHash("sha256").update(target).digest("hex");
        files.push({ path, digest, bytes: 0 });
        note(whole, path, kind, digest);
      } else note(whole, path, kind, "");
    } catch (error) {
      if (SkillFileError.is(error) && error.code === "digest-size")
        throw new SkillFileError("digest-size", folder, { limit: limits.bytes });
      if (!SkillFileError.is(error) && systemCode(error) === undefined) throw error;
      throw new SkillFileError("unreadable", path, { cause: error });
    }
  }
  return { digest: whole.digest("hex"), files };
}

/** No part can hold the character between them. */
function note(whole: Hash, path: string, kind: string, digest: string): void {
  whole.update(`${path}\0${kind}\0${digest}\0`);
}

async function listAll(folder: string, limit: number): Promise<Entry[]> {
  const found: Entry[] = [];
  const folders = [""];
  for (let parent = folders.pop(); parent !== undefined; parent = folders.pop()) {
    for (const entry of await entriesOf(folder, parent)) {
      if (found.length >= limit) throw new SkillFileError("digest-count", folder, { limit });
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      found.push({ path, kind: kindOf(entry) });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function entriesOf(folder: string, parent: string) {
  try {
    return await readdir(join(folder, parent), { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SkillFileError("unreadable", parent === "" ? folder : parent, { cause: error });
  }
}

function kindOf(entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): Entry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

async function hashFile(
  real: string,
  buffer: Uint8Array,
  limit: number,
): Promise<{ digest: string; bytes: number; mode: number }> {
  const handle = await openRegular(real);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      bytes += bytesRead;
      if (bytes > limit) throw new SkillFileError("digest-size", real);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return { digest: hash.digest("hex"), bytes, mode: (await handle.stat()).mode };
  } finally {
    await handle.close();
  }
}
