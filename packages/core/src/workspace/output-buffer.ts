import { open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { makeOwnedFolder } from "./owned-folder.ts";
import { systemCode } from "./workspace-error.ts";

const headBytes = 200 * 1024;
const tailBytes = 200 * 1024;

export interface Output {
  /** The first part; all of it when `tail` is empty. */
  head: string;
  tail: string;
  totalBytes: number;
  /** Bytes between head and tail that are in neither. */
  omittedBytes: number;
  /** Where the whole was written (0600), when something was omitted and the disk took it. */
  file: string | undefined;
}

export interface OutputBuffer {
  write(chunk: Uint8Array): Promise<void>;
  readonly totalBytes: number;
  finish(): Promise<Output>;
  /** Instead of `finish`: also removes the file. */
  discard(): Promise<void>;
}

/**
 * Takes in a stream of any length with bounded memory: keeps its first and last 200 KB, and writes the whole
 * to a file of its own under `folder` as soon as that is not all of it.
 */
export function createOutputBuffer(folder: string): OutputBuffer {
  const head: Uint8Array[] = [];
  let headSize = 0;
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  let total = 0;
  let own: string | undefined;
  let file: FileHandle | undefined;
  let spilling = true;

  async function spill(chunk: Uint8Array): Promise<void> {
    if (!spilling) return;
    try {
      if (file === undefined) {
        own = await makeOwnedFolder(folder, "output");
        file = await open(path.join(own, "output.txt"), "wx", 0o600);
        for (const part of [...head, ...tail]) await file.writeFile(part);
      }
      await file.writeFile(chunk);
    } catch (error) {
      // A full disk costs the middle of a long output, not the call.
      if (systemCode(error) === undefined) throw error;
      spilling = false;
    }
  }

  function keep(chunk: Uint8Array): void {
    const first = chunk.subarray(0, Math.max(0, headBytes - headSize));
    if (first.length > 0) {
      head.push(first);
      headSize += first.length;
    }
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    tail.push(rest);
    tailSize += rest.length;
    if (tailSize > tailBytes * 2) {
      tail = [Buffer.concat(tail).subarray(tailSize - tailBytes)];
      tailSize = tailBytes;
    }
  }

  async function close(remove: boolean): Promise<void> {
    await file?.close();
    file = undefined;
    if (remove && own !== undefined) await rm(own, { recursive: true, force: true });
  }

  return {
    get totalBytes() {
      return total;
    },
    async write(chunk) {
      if (total + chunk.length > headBytes + tailBytes) await spill(chunk);
      keep(chunk);
      total += chunk.length;
    },
    async finish() {
      await close(!spilling);
      const start = Buffer.concat(head);
      const end = Buffer.concat(tail).subarray(Math.max(0, tailSize - tailBytes));
      const omitted = total - start.length - end.length;
      if (omitted === 0) {
        const text = decode(Buffer.concat([start, end]));
        return { head: text, tail: "", totalBytes: total, omittedBytes: 0, file: undefined };
      }
      return {
        head: decode(start.subarray(0, wholeEnd(start))),
        tail: decode(end.subarray(wholeStart(end))),
        totalBytes: total,
        omittedBytes: omitted,
        file: spilling && own !== undefined ? path.join(own, "output.txt") : undefined,
      };
    },
    discard: () => close(true),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where to cut so that no UTF-8 character is halved at the end. */
function wholeEnd(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && start > 0 && isContinuation(bytes[start])) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? start : bytes.length;
}

function wholeStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start++;
  return start;
}
