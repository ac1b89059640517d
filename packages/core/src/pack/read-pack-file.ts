import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { createPackFault, type PackOptions } from "./pack-error.ts";
import { maxPackBytes, packLimits } from "./pack-limits.ts";

const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a pack or archive on disk. Fails with `pack-failed` where it cannot be read or is no regular file, and
 * with `pack-invalid` where it is larger than any pack may be.
 */
export async function readPackFile(file: string, { language }: PackOptions = {}): Promise<Uint8Array> {
  const fault = createPackFault(language);
  const handle = await open(file, flags).catch((error: unknown) => {
    const what = (error as { code?: string }).code ?? String(error);
    throw fault("pack-failed", "fileUnreadable", { file, what }, error);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw fault("pack-failed", "fileUnreadable", { file, what: "EISDIR" });
    if (stats.size > maxPackBytes)
      throw fault("pack-invalid", "tooLarge", { limit: Math.floor(packLimits.bytes / 1024 ** 2) });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
