import { lstat, mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises";
import path from "node:path";
import { openResolved } from "./open-resolved.ts";
import { WorkspaceError } from "./workspace-error.ts";

const folderPrefix = "skillmint-shell-output-";
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** A place for one shell's output that only this user can reach. It stays, so that other processes can read it. */
export async function createOutputFile(folder: string, shellId: string): Promise<string> {
  const own = await mkdtemp(path.join(await realpath(folder), folderPrefix));
  return path.join(own, `${shellId}.txt`);
}

/** Removes outputs of this user that nothing was written to for a week. */
export async function removeOldOutputs(folder: string, now = Date.now()): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(folderPrefix));
  await Promise.allSettled(names.map((name) => removeIfOld(path.join(folder, name), now)));
}

/** Removes one output with its folder, if it is one of this user's. */
export async function removeOutput(file: string): Promise<void> {
  const folder = path.dirname(file);
  const stats = await lstat(folder);
  const isOutput = path.basename(folder).startsWith(folderPrefix) && stats.isDirectory();
  if (isOutput && stats.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
}

async function removeIfOld(folder: string, now: number): Promise<void> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  const all = await Promise.all([folder, ...files].map((file) => stat(file)));
  if (all.some((one) => one.uid !== process.getuid?.() || now - one.mtimeMs < keptMs)) return;
  await rm(folder, { recursive: true, force: true });
}

export interface OutputPiece {
  bytes: Uint8Array;
  /** How long the file was then. */
  size: number;
}

/** At most `limit` bytes from `from` on, of the very file that was recorded: a link in its place is an error. */
export async function readOutput(file: string, from: number, limit: number): Promise<OutputPiece> {
  const handle = await openResolved({ asked: file, real: file, exists: true, outside: true });
  try {
    const { size, nlink } = await handle.stat();
    if (nlink > 1) throw new WorkspaceError("hard-link", file);
    const bytes = new Uint8Array(Math.max(0, Math.min(limit, size - from)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { bytes: bytes.subarray(0, filled), size };
  } finally {
    await handle.close();
  }
}
