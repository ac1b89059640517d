import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attachment } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";

const maxBytes = 20 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const pipePauseMs = 20;

/** Opening a pipe must not wait for its writer: nothing could end that, not even Ctrl-C. Windows has no such flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const isEmptyPipe = (error: unknown): boolean => (error as { code?: string }).code === "EAGAIN";

/** A file, or a pipe such as `<(git diff)`, up to a little more than may be sent; nothing for anything else. */
async function readBounded(path: string, signal: AbortSignal): Promise<Buffer | undefined> {
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

/** Reads files that go along with a prompt: pictures as pictures, everything else as text. */
export async function readAttachments(context: CliContext, files: readonly string[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file) => {
      const refuse = (message: string) => usage(context.t("cli.attachUnreadable", { file, message }));
      const data = await readBounded(resolve(context.cwd, file), context.signal).catch((error: unknown) => {
        if (SkillmintError.is(error)) throw error;
        throw refuse(error instanceof Error ? error.message : String(error));
      });
      if (data === undefined) throw refuse(context.t("cli.notAFile"));
      if (data.length > maxBytes) throw refuse(`> ${maxBytes / 1024 / 1024} MB`);
      return { name: basename(file), data };
    }),
  );
}
