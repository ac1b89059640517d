import { constants, readlinkSync } from "node:fs";
import { lstat, open, realpath, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { isInside } from "./resolve-path.ts";
import { systemCode, toWorkspaceError, WorkspaceError } from "./workspace-error.ts";
import type { ResolvedPath } from "./workspace.ts";

const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlock = constants.O_NONBLOCK ?? 0;
const directory = constants.O_DIRECTORY ?? 0;

/** Refuses the trees whose files are windows into processes and devices, whatever rights were given. */
export function refuseSpecial(real: string): void {
  if (process.platform === "win32") {
    if (/^\\\\[.?]\\/.test(real)) throw new WorkspaceError("special", real);
    return;
  }
  if (isInside("/proc", real) || (isInside("/dev", real) && !isInside("/dev/shm", real))) {
    throw new WorkspaceError("special", real);
  }
}

/**
 * Opens a regular file for reading and makes sure that the open handle is the very file that was resolved:
 * links that were put in its way meanwhile are an error, and nothing that could block is ever opened.
 * The caller closes the handle.
 */
export async function openResolved(resolved: ResolvedPath): Promise<FileHandle> {
  return openVerified(resolved.real, constants.O_RDONLY | noFollow | nonBlock, (stats) => {
    if (stats.isDirectory()) throw new WorkspaceError("is-folder", resolved.real);
    if (!stats.isFile()) throw new WorkspaceError("special", resolved.real);
  });
}

/** The same for a folder: what is reached through `handlePath` is inside it, wherever its name leads by now. */
export async function openFolder(real: string): Promise<FileHandle> {
  return openVerified(real, constants.O_RDONLY | noFollow | directory, (stats) => {
    if (!stats.isDirectory()) throw new WorkspaceError("not-a-folder", real);
  });
}

/**
 * A path that goes through an open folder instead of its name, where the system offers that. `real` is the
 * folder's name for the others.
 */
export function handlePath(folder: FileHandle, real: string, name = "."): string {
  return process.platform === "linux" ? path.join(`/proc/self/fd/${folder.fd}`, name) : path.join(real, name);
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
}

async function openVerified(real: string, flags: number, check: (stats: Kind) => void): Promise<FileHandle> {
  refuseSpecial(real);
  let handle: FileHandle | undefined;
  try {
    const before = await lstat(real);
    if (before.isSymbolicLink()) throw new WorkspaceError("swapped", real);
    check(before);
    handle = await open(real, flags);
    const opened = await handle.stat();
    check(opened);
    if (opened.ino !== before.ino || opened.dev !== before.dev) throw new WorkspaceError("swapped", real);
    await verifyHandle(handle, real);
    return handle;
  } catch (error) {
    await handle?.close();
    // O_NOFOLLOW answers ELOOP for a link that was not there when the path was resolved.
    if (systemCode(error) === "ELOOP") throw new WorkspaceError("swapped", real, { cause: error });
    throw toWorkspaceError(error, real);
  }
}

/** Where an open descriptor lies; undefined where /proc does not say. The kernel knows it without asking a disk. */
function readOwnLink(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Asks the system where an open handle lies, and compares it with where it should. */
export async function verifyHandle(handle: FileHandle, real: string): Promise<void> {
  if (process.platform === "linux") {
    const found = readOwnLink(handle.fd);
    if (found === real) return;
    if (found !== undefined) throw new WorkspaceError("swapped", real);
  }
  const [opened, named, now] = await Promise.all([handle.stat(), stat(real), realpath(real)]);
  if (now !== real || opened.ino !== named.ino || opened.dev !== named.dev)
    throw new WorkspaceError("swapped", real);
}
