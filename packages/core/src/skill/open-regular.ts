import { constants } from "node:fs";
import { lstat, open, readlink, realpath, type FileHandle } from "node:fs/promises";
import { SkillFileError } from "./skill-file-error.ts";

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the regular file of a real path and makes sure that the open file is the one of that path: what was swapped
 * for a link meanwhile, in any part of the path, is refused. Nothing that could block is opened. Fails with the
 * system's error or `not-found`. The caller closes the handle.
 */
export async function openRegular(real: string): Promise<FileHandle> {
  const before = await lstat(real);
  if (!before.isFile()) throw new SkillFileError("not-found", real);
  const handle = await open(real, flags);
  try {
    const opened = await handle.stat();
    const isSame = opened.isFile() && opened.ino === before.ino && opened.dev === before.dev;
    if (!isSame || (await placeOf(handle, real)) !== real) throw new SkillFileError("not-found", real);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where an open file lies: on Linux by its handle, elsewhere by its name as it is now. */
async function placeOf(handle: FileHandle, real: string): Promise<string> {
  if (process.platform !== "linux") return realpath(real);
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch {
    // Without /proc, as in some containers.
    return realpath(real);
  }
}

/** All bytes of an open file, at most `limit` however it grows meanwhile; beyond it `undefined`. */
export async function readBytes(handle: FileHandle, limit: number): Promise<Uint8Array | undefined> {
  const { size } = await handle.stat();
  if (size > limit) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  let wanted = size + 1;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(wanted), 0, wanted, null);
    if (bytesRead === 0) return Buffer.concat(parts, length);
    parts.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > limit) return undefined;
    wanted = Math.min(64 * 1024, limit + 1 - length);
  }
}
