import { createHash, randomBytes } from "node:crypto";
import { constants, lstatSync, renameSync, type Stats } from "node:fs";
import { lstat, mkdir, open, unlink, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { handlePath, openFolder, refuseSpecial, verifyHandle } from "./open-resolved.ts";
import { takeTurn } from "./take-turn.ts";
import { systemCode, toWorkspaceError, WorkspaceError } from "./workspace-error.ts";

/** Names one state of a file on disk; any write, rename or replacement changes it. */
export interface FileStamp {
  ino: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

export function stampOf(stats: FileStamp): FileStamp {
  return { ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
}

export interface WriteOptions {
  /** What the caller saw there: a stamp, or null for no file. Anything else there by now is `changed`. */
  expected?: FileStamp | null;
  /** For a new file; an old one keeps its own. Default: 0666 without the umask. */
  mode?: number;
}

/**
 * Replaces a file as a whole: whoever reads it, and whatever dies meanwhile, sees the old bytes or the new
 * ones. Missing parents are made. `real` is a resolved path; links that appear in it are an error.
 */
export async function writeFileAtomic(
  real: string,
  bytes: Uint8Array,
  options: WriteOptions = {},
): Promise<FileStamp> {
  refuseSpecial(real);
  let folder: FileHandle | undefined;
  try {
    folder = await openParents(path.dirname(real));
    return await replace(folder, real, bytes, options);
  } catch (error) {
    throw toWorkspaceError(error, real);
  } finally {
    await folder?.close();
  }
}

/** Opens the folder, making what is missing one level at a time inside the level above it. */
async function openParents(real: string): Promise<FileHandle> {
  try {
    return await openFolder(real);
  } catch (error) {
    const above = path.dirname(real);
    if (!WorkspaceError.is(error) || error.code !== "not-found" || above === real) throw error;
    const parent = await openParents(above);
    try {
      await mkdir(handlePath(parent, above, path.basename(real))).catch((cause: unknown) => {
        if (systemCode(cause) !== "EEXIST") throw cause;
      });
    } finally {
      await parent.close();
    }
    return openFolder(real);
  }
}

async function replace(
  folder: FileHandle,
  real: string,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<FileStamp> {
  const parent = path.dirname(real);
  const target = handlePath(folder, parent, path.basename(real));
  const temporary = handlePath(folder, parent, `.${randomBytes(9).toString("base64url")}.skillmint-tmp`);
  const old = await lstat(target).catch(absent);
  checkTarget(old, real, options.expected);
  const handle = await open(temporary, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      await keepOwner(handle, old);
      await handle.chmod(old === undefined ? (options.mode ?? 0o666 & ~process.umask()) : old.mode & 0o777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await verifyHandle(folder, parent);
    // Nothing of this process or of another one of ours comes between the last look and the rename.
    await takeTurn(handlePath(folder, parent, markOf(real)), () => {
      checkTarget(lstatSync(target, { throwIfNoEntry: false }), real, options.expected);
      renameSync(temporary, target);
    });
  } catch (error) {
    await unlink(temporary).catch(absent);
    throw error;
  }
  if (process.platform !== "win32") await folder.sync();
  return stampOf(await lstat(target));
}

/** Names the turn to replace a file, in the file's own folder. */
function markOf(real: string): string {
  const name = createHash("sha256").update(path.basename(real)).digest("hex").slice(0, 16);
  return `.${name}.skillmint-turn`;
}

function absent(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT") throw error;
}

function checkTarget(stats: Stats | undefined, real: string, expected: FileStamp | null | undefined): void {
  if (stats !== undefined) {
    if (stats.isDirectory()) throw new WorkspaceError("is-folder", real);
    if (stats.isSymbolicLink()) throw new WorkspaceError("swapped", real);
    if (!stats.isFile()) throw new WorkspaceError("special", real);
    if (stats.nlink > 1) throw new WorkspaceError("hard-link", real);
  }
  if (expected === undefined) return;
  if (expected === null ? stats !== undefined : stats === undefined || !sameStamp(stats, expected)) {
    throw new WorkspaceError("changed", real);
  }
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** The new file belongs to whom the old one did, where the system lets us. */
async function keepOwner(handle: FileHandle, old: Stats | undefined): Promise<void> {
  if (old === undefined || process.platform === "win32") return;
  const own = await handle.stat();
  if (own.uid === old.uid && own.gid === old.gid) return;
  await handle.chown(old.uid, old.gid).catch((error: unknown) => {
    if (systemCode(error) !== "EPERM") throw error;
  });
}
