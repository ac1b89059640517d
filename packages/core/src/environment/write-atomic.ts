import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The file a link leads to, so that writing replaces the target and not the link. */
export async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return path;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file as a whole: a reader sees the old text or the new one, also after a crash. The file is 0600.
 * `mayCommit` is asked last; where it says no, nothing is written and the result is `false`.
 */
export async function writeAtomic(
  path: string,
  text: string,
  mayCommit: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await mayCommit())) return false;
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
