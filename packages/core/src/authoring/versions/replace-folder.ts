import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeContent, type FolderContent } from "./folder-content.ts";

function besides(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}.${randomUUID()}.tmp`);
}

/**
 * Makes a folder hold exactly this content: it is written beside it first and takes its place as a whole. Whatever
 * fails, the folder is as it was, or as it was meant to be.
 */
export async function replaceFolder(folder: string, content: FolderContent): Promise<void> {
  const next = besides(folder);
  const old = besides(folder);
  const { mode } = await lstat(folder);
  try {
    await writeContent(next, content);
    await chmod(next, mode & 0o777);
    await rename(folder, old);
    try {
      await rename(next, folder);
    } catch (error) {
      await rename(old, folder);
      throw error;
    }
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  await rm(old, { recursive: true, force: true });
}

/** Makes a folder that is not there yet, as a whole. Fails with `EEXIST` or `ENOTEMPTY` where something is. */
export async function createFolder(folder: string, content: FolderContent): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const next = besides(folder);
  try {
    await writeContent(next, content);
    // Taken first: on some systems a rename would replace an empty folder of somebody else.
    await mkdir(folder);
    try {
      await rename(next, folder);
    } catch (error) {
      await rmdir(folder);
      throw error;
    }
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}
