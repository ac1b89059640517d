import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { SkillmintError } from "@skillmint/core/protocol";

const chunkBytes = 1024 * 1024;
const pipePauseMs = 20;

/** Opening a pipe must not wait for its writer: nothing could end that, not even Ctrl-C. Windows has no such flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const isEmptyPipe = (error: unknown): boolean => (error as { code?: string }).code === "EAGAIN";

/**
 * A file, or a pipe such as `<(git diff)`, up to a little more than `maxBytes`; nothing for anything else. Fails with the
 * system's error, and with `cancelled` where it is not waited for any longer.
 */
export async function readBounded(
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  await using handle = await open(path, flags);
  const stats = await handle.stat();
  if (!stats.isFile() && !stats.isFIFO()) return undefined;
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes;) {
    if (signal.aborted) throw new SkillmintError("cancelled");
    const read = await handle
      .read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null)
      .catch(async (error) => {
        if (!isEmptyPipe(error)) throw error;
        await sleep(pipePauseMs, undefined, { signal }).catch(() => undefined);
        return undefined;
      });
    if (read === undefined) continue;
    if (read.bytesRead === 0) break;
    chunks.push(read.buffer.subarray(0, read.bytesRead));
    size += read.bytesRead;
  }
  return Buffer.concat(chunks);
}
