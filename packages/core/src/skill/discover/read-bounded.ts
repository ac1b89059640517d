import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from "node:fs";
import { systemCode } from "./folders.ts";

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const chunk = 64 * 1024;

/** `changed`: it became another file or a link since it was looked at. */
export type ReadProblem = "too-large" | "not-a-file" | "changed" | "unreadable";

export type BoundedRead =
  | { bytes: Uint8Array; stats: BigIntStats }
  | { problem: ReadProblem; detail?: string };

/** Reads files one after the other through one buffer. */
export interface BoundedReader {
  /**
   * The bytes of a regular file, at most `limit` however it grows meanwhile, and what the open file itself says of
   * its times. The bytes are good until the next read. Links are not followed and nothing blocks. `expected` is what
   * was seen under that name before.
   */
  read(file: string, limit: number, expected?: BigIntStats): BoundedRead;
}

export function createBoundedReader(): BoundedReader {
  let buffer = new Uint8Array(chunk);
  return {
    read(file, limit, expected) {
      let handle: number | undefined;
      try {
        handle = openSync(file, flags);
        const stats = fstatSync(handle, { bigint: true });
        if (!stats.isFile()) return { problem: "not-a-file" };
        if (expected && (expected.ino !== stats.ino || expected.dev !== stats.dev))
          return { problem: "changed" };
        if (stats.size > limit) return { problem: "too-large" };
        let length = 0;
        while (length <= limit) {
          if (length === buffer.length) buffer = grow(buffer, limit);
          const read = readSync(handle, buffer, length, buffer.length - length, null);
          length += read;
          // A short read of a regular file is its end.
          if (read === 0 || length < buffer.length) break;
        }
        if (length > limit) return { problem: "too-large" };
        return { bytes: buffer.subarray(0, length), stats };
      } catch (error) {
        const code = systemCode(error);
        if (code === undefined) throw error;
        // What O_NOFOLLOW says of a link, and opening of a socket.
        if (code === "ELOOP" || code === "ENOENT") return { problem: "changed" };
        if (code === "ENXIO" || code === "EISDIR") return { problem: "not-a-file" };
        return { problem: "unreadable", detail: code };
      } finally {
        if (handle !== undefined) closeSync(handle);
      }
    },
  };
}

function grow(buffer: Uint8Array<ArrayBuffer>, limit: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(buffer.length * 4, limit + 1));
  larger.set(buffer);
  return larger;
}
