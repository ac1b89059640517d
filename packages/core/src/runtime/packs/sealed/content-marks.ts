import type { PackFile } from "../../../pack/pack-file.ts";
import { digestBytes } from "../tree-digest.ts";

/** Runs of so many characters, blanks taken as one, are known again wherever they stand. */
const runLength = 24;
/** Shorter lines are known again as whole lines, down to this. */
const minLine = 12;
const maxMarkedChars = 4 * 1024 * 1024;

/** Knows pieces of some files again in what others print. */
export interface ContentMarks {
  /** Whether a text holds something of them word for word. */
  isIn(text: string): boolean;
  /** Whether these bytes are one of them. */
  isFile(bytes: Uint8Array): boolean;
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Without the number or the place that tools put before a line. */
const bare = (line: string): string => line.replace(/^(?:\s*\d+\t|[^:\s][^:]*:(?:\d+[:-])?)/, "").trim();

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // No text: it is known by its digest.
    return "";
  }
}

export function markContent(files: readonly PackFile[]): ContentMarks {
  const runs = new Set<string>();
  const lines = new Set<string>();
  const digests = new Set(
    files.filter(({ bytes }) => bytes.length > 0).map(({ bytes }) => digestBytes(bytes)),
  );
  let left = maxMarkedChars;
  for (const { bytes } of files) {
    const text = left > 0 ? textOf(bytes).slice(0, left) : "";
    left -= text.length;
    for (const line of text.split("\n")) {
      const whole = squeeze(line);
      if (whole.length >= minLine) lines.add(whole);
      for (let at = 0; at + runLength <= whole.length; at += runLength)
        runs.add(whole.slice(at, at + runLength));
    }
  }

  function hasRun(line: string): boolean {
    for (let at = 0; at + runLength <= line.length; at++)
      if (runs.has(line.slice(at, at + runLength))) return true;
    return false;
  }

  return {
    isIn: (text) =>
      text.split("\n").some((line) => {
        const whole = squeeze(line);
        return lines.has(whole) || lines.has(squeeze(bare(line))) || hasRun(whole);
      }),
    isFile: (bytes) => digests.has(digestBytes(bytes)),
  };
}
