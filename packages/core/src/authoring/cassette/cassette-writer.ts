import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { formatRecord } from "./record-text.ts";

/** Where records go, each as a whole and in order. After a failure all others fail. */
export interface CassetteWriter {
  write(...records: object[]): Promise<void>;
}

/**
 * A file to append to: folders are made, it is readable by its owner only, and nothing stays open between two records.
 * `size`: where it goes on; what stands behind that, half a record of a killed run, is cut off.
 */
export async function openWriter(file: string, size: number): Promise<CassetteWriter> {
  await mkdir(dirname(file), { recursive: true });
  await withFile(file, async (handle) => {
    await handle.chmod(0o600);
    await handle.truncate(size);
  });
  let queue: Promise<void> = Promise.resolve();
  return {
    write(...records) {
      const text = records.map(formatRecord).join("");
      queue = queue.then(() => withFile(file, (handle) => writeAll(handle, Buffer.from(text))));
      return queue;
    },
  };
}

async function withFile(file: string, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, "a+", 0o600);
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
}
