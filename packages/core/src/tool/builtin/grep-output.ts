import { cutText } from "../../protocol/index.ts";
import { createSplitter } from "./ripgrep.ts";

export interface GrepOutput {
  write(bytes: Uint8Array): boolean;
  end(): void;
  /** What is shown, within the limits. */
  readonly lines: string[];
  /** Lines that matched, shown or not. */
  readonly matches: number;
  readonly more: boolean;
}

export interface GrepOptions {
  /** What is shown at most. */
  lines: number;
  chars: number;
  /** Words the paths before the lines, undefined for files that are not shown; without it the output has none. */
  display: ((path: string) => string | undefined) | undefined;
  /** Every line is a match: none stand around them. */
  plain: boolean;
}

const maxShownChars = 600;
function countByte(bytes: Uint8Array, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

/** What ripgrep says of a file in which it met a NUL after some matches. */
const binaryNote = /(?:WARNING: stopped searching binary file after match|binary file matches) \(found /;
const row = /^(\d+)([:-])/;

/**
 * Reads what ripgrep prints: `path NUL line:text` for a match, `path NUL line-text` for a line around one, `--`
 * between places; without path for a single input. Counts everything and keeps what fits.
 */
export function createGrepOutput(options: GrepOptions): GrepOutput {
  const { display } = options;
  const lines: string[] = [];
  let chars = 0;
  let matches = 0;
  let more = false;
  let pathStart = "";
  let isParted = false;
  let last: { path: string; prefix: string | undefined } | undefined;

  const show = (line: string) => {
    const text = cutText(line, maxShownChars);
    if (more || lines.length >= options.lines || chars + text.length > options.chars) {
      more = true;
      return;
    }
    lines.push(text);
    chars += text.length + 1;
  };

  const onLine = (raw: string): boolean => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line === "--") {
      isParted = true;
      return true;
    }
    let prefix = "";
    let rest = line;
    if (display !== undefined) {
      const at = line.indexOf("\0");
      if (at === -1) {
        if (binaryNote.test(line)) return true;
        // A path may contain a line end itself.
        pathStart = cutText(`${pathStart}${raw}\n`, 8_192);
        return true;
      }
      const path = pathStart + line.slice(0, at);
      pathStart = "";
      if (last?.path !== path) last = { path, prefix: display(path) };
      if (last.prefix === undefined) return true;
      prefix = last.prefix;
      rest = line.slice(at + 1);
    }
    const sign = row.exec(rest)?.[2];
    if (sign === undefined) return true;
    if (sign === ":") matches++;
    // Between places that are shown, and not before the first or after the last.
    if (isParted && lines.length > 0) show("--");
    isParted = false;
    show(prefix === "" ? rest : `${prefix}${sign}${rest}`);
    return true;
  };

  const splitter = createSplitter("\n", onLine);
  const mark = display === undefined ? 10 : 0;
  let counting = false;
  return {
    write(bytes) {
      if (counting) {
        matches += countByte(bytes, mark);
        return true;
      }
      splitter.write(bytes);
      // Nothing more is shown: it is enough to count, and each match has one line end, and one NUL after its path.
      if (more && options.plain) {
        counting = true;
        matches += countByte(splitter.take(), mark);
      }
      return true;
    },
    end: () => splitter.end(),
    lines,
    get matches() {
      return matches;
    },
    get more() {
      return more;
    },
  };
}
