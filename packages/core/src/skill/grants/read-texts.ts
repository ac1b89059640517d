import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

export const maxTextBytes = 64 * 1024;
export const maxTextsBytes = 256 * 1024;

/** One text through its own handle: no link, no pipe, nothing binary, nothing beyond the limit. */
async function readText(path: string, limit: number): Promise<string | undefined> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(limit + 1), 0, limit + 1, 0);
      const bytes = buffer.subarray(0, bytesRead);
      if (bytesRead > limit || bytes.includes(0)) return undefined;
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The texts among a folder's files that a difference can be shown of: at most 64 KB each and 256 KB in all, SKILL.md
 * first. What is no text, too large or reached through a link is left out.
 */
export async function readTexts(
  folder: string,
  files: readonly { path: string }[],
): Promise<Record<string, string>> {
  const texts: [string, string][] = [];
  const base = await realpath(folder);
  let left = maxTextsBytes;
  const first = (path: string): number => (/^skill\.md$/i.test(path) ? 0 : 1);
  for (const { path } of [...files].sort((a, b) => first(a.path) - first(b.path))) {
    if (isAbsolute(path) || path.split(/[\\/]/).includes("..")) continue;
    const real = await realpath(join(base, path)).catch(() => undefined);
    // Anything but the very path means a link on the way.
    if (real === undefined || real !== join(base, path)) continue;
    const text = await readText(real, Math.min(maxTextBytes, left));
    if (text === undefined) continue;
    left -= Buffer.byteLength(text);
    texts.push([path, text]);
    if (left <= 0) break;
  }
  // Not by assignment: a file may be called `__proto__`.
  return Object.fromEntries(texts);
}
