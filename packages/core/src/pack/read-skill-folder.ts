import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isJunk } from "./junk.ts";
import { showPath } from "./pack-content.ts";
import { createPackFault, type PackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import { packLimits } from "./pack-limits.ts";
import type { VerifyOptions } from "./verify-pack.ts";

export interface SkillFolder {
  /** Sorted by path. */
  files: PackFile[];
  /** Files and folders that do not belong into a pack, such as hidden ones and `node_modules`; relative paths. */
  leftOut: string[];
}

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Everything of a skill's folder that goes into a pack. Throws `pack-invalid` for a link or special file anywhere in it
 * (a pack would not hold what the folder seems to) and beyond the limits, `pack-failed` where a file changes meanwhile.
 */
export async function readSkillFolder(
  folder: string,
  { language, limits = packLimits }: VerifyOptions = {},
): Promise<SkillFolder> {
  const fault = createPackFault(language);
  const files: PackFile[] = [];
  const leftOut: string[] = [];
  let left = limits.bytes;
  const folders = [""];
  for (let parent = folders.pop(); parent !== undefined; parent = folders.pop()) {
    for (const entry of await listEntries(join(folder, parent), fault)) {
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (isJunk(entry.name)) leftOut.push(entry.isDirectory() ? `${path}/` : path);
      else if (entry.isDirectory()) folders.push(path);
      else {
        refuseSpecial(entry, path, fault);
        if (files.length >= limits.files) throw fault("pack-invalid", "tooMany", { limit: limits.files });
        const { bytes, mode } = await readFile(join(folder, path), path, left, fault);
        left -= bytes.length;
        if (left < 0)
          throw fault("pack-invalid", "tooLarge", { limit: Math.floor(limits.bytes / 1024 ** 2) });
        files.push({ path: path.normalize("NFC"), bytes, executable: (mode & 0o111) !== 0 });
      }
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut: leftOut.sort() };
}

async function listEntries(folder: string, fault: PackFault): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const what = (error as { code?: string }).code ?? String(error);
    throw fault("pack-failed", "fileUnreadable", { file: folder, what }, error);
  }
}

function refuseSpecial(entry: Dirent, path: string, fault: PackFault): void {
  if (entry.isSymbolicLink()) throw fault("pack-invalid", "folderLink", { path: showPath(path) });
  if (!entry.isFile()) throw fault("pack-invalid", "folderSpecial", { path: showPath(path) });
}

/** The bytes of a regular file, through one handle, at most one more than `limit`. */
async function readFile(
  full: string,
  path: string,
  limit: number,
  fault: PackFault,
): Promise<{ bytes: Uint8Array; mode: number }> {
  const changed = (): Error => fault("pack-failed", "folderChanged", { path: showPath(path) });
  const before = await lstat(full);
  const handle = await open(full, flags);
  try {
    const opened = await handle.stat();
    const { size, mode } = opened;
    if (!opened.isFile() || opened.ino !== before.ino || opened.dev !== before.dev) throw changed();
    const bytes = Buffer.alloc(Math.min(size, limit) + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const isWhole = length === size || size > limit;
    if (!isWhole || opened.mtimeMs !== (await handle.stat()).mtimeMs) throw changed();
    return { bytes: bytes.subarray(0, length), mode };
  } finally {
    await handle.close();
  }
}
