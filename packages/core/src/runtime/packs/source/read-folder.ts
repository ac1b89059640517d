import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PackFile } from "../../../pack/pack-file.ts";
import { SkillmintError } from "../../../protocol/index.ts";
import { systemCode } from "../../../skill/discover/folders.ts";
import { openRegular, readBytes } from "../../../skill/open-regular.ts";
import { SkillFileError } from "../../../skill/skill-file-error.ts";
import { refuseInstall, type InstallWords } from "../install-words.ts";
import type { LeftOut } from "./source.ts";
import { megabytes, sourceLimits } from "./source-limits.ts";

/** What tools leave beside a skill and nobody wants with it. */
const unwanted = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".DS_Store"]);

export interface ReadTree {
  files: PackFile[];
  leftOut: LeftOut[];
}

/**
 * The files of a real folder, by path. Links are never followed: they and special files are left out. Refused where
 * it is too large, or a file is swapped for something else meanwhile.
 */
export async function readFolder(
  folder: string,
  words: InstallWords,
  options: { all?: boolean; signal?: AbortSignal } = {},
): Promise<ReadTree> {
  const files: PackFile[] = [];
  const leftOut: LeftOut[] = [];
  const folders = [""];
  let left = sourceLimits.bytes;
  for (let parent = folders.shift(); parent !== undefined; parent = folders.shift()) {
    options.signal?.throwIfAborted();
    for (const entry of await readdir(join(folder, parent), { withFileTypes: true })) {
      if (options.all !== true && unwanted.has(entry.name)) continue;
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isSymbolicLink()) leftOut.push({ path, reason: words("left.link") });
      else if (!entry.isFile()) leftOut.push({ path, reason: words("left.special") });
      else {
        if (files.length >= sourceLimits.files)
          throw refuseInstall(words("source.tooMany", { source: folder, limit: sourceLimits.files }));
        const file = await readOne(folder, path, left, words);
        left -= file.bytes.length;
        files.push(file);
      }
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, leftOut };
}

async function readOne(folder: string, path: string, limit: number, words: InstallWords): Promise<PackFile> {
  try {
    const handle = await openRegular(join(folder, path));
    try {
      const bytes = await readBytes(handle, limit);
      if (bytes === undefined)
        throw refuseInstall(
          words("source.tooLarge", { source: folder, limit: megabytes(sourceLimits.bytes) }),
        );
      const executable = process.platform !== "win32" && ((await handle.stat()).mode & 0o111) !== 0;
      return { path: path.normalize("NFC"), bytes, executable };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (SkillmintError.is(error)) throw error;
    const reason = SkillFileError.is(error) ? error.code : systemCode(error);
    if (reason === undefined) throw error;
    throw refuseInstall(words("source.unreadable", { path, reason }), error);
  }
}
