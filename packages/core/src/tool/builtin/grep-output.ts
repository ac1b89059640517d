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

export interface GrepLimits {
  lines: number;
  chars: number;
}

const maxShownChars = 600;
const row = /^(\d+)([:-])/;

/**
 * Reads what ripgrep prints: `path NUL line:text` for a match, `path NUL line-text` for a line around one, `--`
 * between places; without path for a single input. Counts everything and keeps what fits.
 */
export function createGrepOutput(
  limits: GrepLimits,
  display: ((path: string) => string) | undefined,
): GrepOutput {
  const lines: string[] = [];
  let chars = 0;
  let matches = 0;
  let more = false;
  let pathStart = "";

  const show = (line: string) => {
    const text = cutText(line, maxShownChars);
    if (more || lines.length >= limits.lines || chars + text.length > limits.chars) {
      more = true;
      return;
    }
    lines.push(text);
    chars += text.length + 1;
  };

  const onLine = (raw: string): boolean => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line === "--") {
      if (lines.length > 0 && !more) show(line);
      return true;
    }
    let prefix = "";
    let rest = line;
    if (display !== undefined) {
      const at = line.indexOf("\0");
      if (at === -1) {
        // A path may contain a line end itself.
        pathStart = cutText(`${pathStart}${raw}\n`, 8_192);
        return true;
      }
      prefix = display(pathStart + line.slice(0, at));
      rest = line.slice(at + 1);
      pathStart = "";
    }
    const sign = row.exec(rest)?.[2];
    if (sign !== "-") matches++;
    show(prefix === "" ? rest : `${prefix}${sign ?? ":"}${rest}`);
    return true;
  };

  const splitter = createSplitter(10, onLine);
  return {
    write: (bytes) => splitter.write(bytes),
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
