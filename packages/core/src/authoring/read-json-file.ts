import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { readBytes } from "../skill/open-regular.ts";

const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file that belongs to a skill, or why there is none: the system's code, `EFBIG` beyond the limit. Nothing
 * blocks, and one that cannot be read is no failure of the others.
 */
export async function readJsonFile(
  file: string,
  limit: number,
): Promise<{ text: string } | { reason: string }> {
  try {
    await using handle = await open(file, flags);
    if (!(await handle.stat()).isFile()) return { reason: "EISDIR" };
    const bytes = await readBytes(handle, limit);
    return bytes === undefined ? { reason: "EFBIG" } : { text: Buffer.from(bytes).toString("utf8") };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return { reason: code };
  }
}
