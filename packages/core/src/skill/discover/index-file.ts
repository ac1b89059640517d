import { readFileSync, statSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "./folders.ts";
import { createTimeSlice } from "./time-slice.ts";

/** Raised whenever what parsing gives for the same file changes, or the form of the file does. */
const formatVersion = 1;
const maxBytes = 256 * 1024 * 1024;

function headerOf(edition: string): string {
  return JSON.stringify({ skills: formatVersion, edition });
}

/** A line is a path, a tab and JSON. What is no such line, and a file of another edition, is left out. */
export function readIndexFile(file: string, edition: string): Map<string, string> {
  const lines = new Map<string, string>();
  const text = readText(file);
  const header = `${headerOf(edition)}\n`;
  if (text === undefined || !text.startsWith(header)) return lines;
  for (let from = header.length; from < text.length;) {
    const end = text.indexOf("\n", from);
    // The last line ends too: without its end it is not whole.
    if (end === -1) break;
    const tab = text.indexOf("\t", from);
    if (tab !== -1 && tab < end) lines.set(unescapePath(text.slice(from, tab)), text.slice(tab + 1, end));
    from = end + 1;
  }
  return lines;
}

function readText(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > maxBytes) return undefined;
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Replaces the file as a whole, readable by its owner only; false where that cannot be done. */
export async function writeIndexFile(
  file: string,
  edition: string,
  lines: Iterable<[string, string]>,
): Promise<boolean> {
  const temporary = `${file}.${process.pid}.${performance.now().toString(36)}.tmp`;
  const slice = createTimeSlice();
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(temporary, "wx", 0o600);
    try {
      let parts = [headerOf(edition), "\n"];
      for (const [path, line] of lines) {
        parts.push(escapePath(path), "\t", line, "\n");
        if (parts.length > 8_000) {
          await handle.appendFile(parts.join(""));
          parts = [];
        }
        if (slice.isOver()) await slice.rest();
      }
      await handle.appendFile(parts.join(""));
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    // What could not be made need not be removed, and what cannot be removed is no worse than what happened.
    return rm(temporary, { force: true }).then(
      () => false,
      () => false,
    );
  }
}

const reserved = /[%\t\n]/g;

function escapePath(path: string): string {
  return path.replaceAll(reserved, (char) => `%${char.charCodeAt(0)};`);
}

function unescapePath(text: string): string {
  return text.includes("%")
    ? text.replaceAll(/%(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    : text;
}
