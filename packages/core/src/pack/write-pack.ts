import { lstat, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillmintError } from "../protocol/index.ts";
import { createPackFault, type PackFault, type PackOptions } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import { inParallel } from "./in-parallel.ts";
import { removeLeftovers, temporarySibling } from "./temporary-sibling.ts";

/** Files at a time: each waits until it is on the disk. */
const width = 8;

async function writeNew(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file as a whole: it is there with all its bytes, or as it was before. */
export async function writePackFile(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = temporarySibling(file);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeNew(temporary, bytes, 0o666);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

export interface WriteFolderOptions extends PackOptions {
  /** Only the owner may look into the folder. Default: whoever the system lets into new folders. */
  private?: boolean;
  signal?: AbortSignal;
}

/**
 * Writes files to a folder that is not there yet or empty. It appears as a whole or not at all: they are written inside
 * a folder beside it that only the owner can look into, and which is removed again whatever goes wrong. Throws
 * `pack-failed` where something is there already, `cancelled` where the signal says so.
 */
export async function writePackFolder(
  folder: string,
  files: readonly PackFile[],
  options: WriteFolderOptions = {},
): Promise<void> {
  const fault = createPackFault(options.language);
  await refuseUsed(folder, fault);
  const temporary = temporarySibling(folder);
  const content = join(temporary, "content");
  try {
    await mkdir(dirname(folder), { recursive: true });
    await removeLeftovers(folder);
    await mkdir(temporary, { mode: 0o700 });
    await mkdir(content, { mode: options.private === true ? 0o700 : 0o777 });
    const folders = new Set(files.map(({ path }) => dirname(join(content, path))));
    for (const each of folders) await mkdir(each, { recursive: true });
    await inParallel(files, width, async ({ path, bytes, executable }) => {
      if (options.signal?.aborted === true) throw new SkillmintError("cancelled");
      await writeNew(join(content, path), bytes, executable ? 0o777 : 0o666);
    });
    await refuseUsed(folder, fault);
    // Where a folder cannot be renamed over an empty one.
    await rmdir(folder).catch(ignoreAbsent);
    await rename(content, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

function ignoreAbsent(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

async function refuseUsed(folder: string, fault: PackFault): Promise<void> {
  const stats = await lstat(folder).catch((error: unknown) => {
    ignoreAbsent(error);
    return undefined;
  });
  if (!stats) return;
  if (!stats.isDirectory()) throw fault("pack-failed", "targetNoFolder", { path: folder });
  if ((await readdir(folder)).length > 0) throw fault("pack-failed", "targetExists", { path: folder });
}
