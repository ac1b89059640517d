import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { NotPlainError } from "./plain-folder.ts";

export interface PlainFile {
  text: string;
  /** Of the whole file. */
  bytes: number;
  /** How many of them are not in `text`, which is its head then. */
  unread: number;
  modifiedAt: number;
}

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Without the bytes of a character that was cut off at the end. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/**
 * The text of a regular file, at most the first `limit` bytes of it. Follows no link in its last name and opens nothing
 * that could block: `NotPlainError`. `undefined` where nothing is there.
 */
export async function readPlainFile(path: string, limit: number): Promise<PlainFile | undefined> {
  try {
    await using handle = await open(path, flags);
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotPlainError(path);
    const wanted = Math.min(limit, stats.size);
    const buffer = new Uint8Array(wanted);
    let length = 0;
    while (length < wanted) {
      const { bytesRead } = await handle.read(buffer, length, wanted - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const { size, mtimeMs } = stats;
    const text = decode(buffer.subarray(0, length));
    return { text, bytes: size, unread: Math.max(0, size - length), modifiedAt: mtimeMs };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return undefined;
    // What O_NOFOLLOW says of a link, and opening of a socket.
    if (code === "ELOOP" || code === "ENXIO") throw new NotPlainError(path, { cause: error });
    throw error;
  }
}
