export interface SplitText {
  /** `unclosed`: the first fence has no second. */
  state: "closed" | "unclosed" | "none";
  frontmatter: string;
  /** The line that frontmatter begins on, from 1. */
  frontmatterLine: number;
  body: string;
  bodyLine: number;
  /** Blank lines stood before the first fence: the standard wants none. */
  isIndented: boolean;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Whether `---` and blanks are all that is on the line from here. */
function isFence(text: string, start: number): boolean {
  if (!text.startsWith("---", start)) return false;
  for (let at = start + 3; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return true;
    if (code !== 32 && code !== 9) return false;
  }
  return true;
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end + 1;
}

/** The start of the first line that is not blank. */
function skipBlankLines(text: string, start: number): number {
  let line = start;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) line = at + 1;
    else if (code !== 32 && code !== 9) return line;
  }
  return text.length;
}

function takeBody(text: string, start: number, line: number): { body: string; bodyLine: number } {
  const from = skipBlankLines(text, start);
  return { body: text.slice(from).trimEnd(), bodyLine: line + countLines(text, start, from) };
}

/**
 * Parts a text at its fences: whole lines of `---`, the first one being the first line that is not blank. A line such
 * as `---js` is no fence. Linear in the text.
 */
export function splitFrontmatter(text: string): SplitText {
  const first = text.startsWith("---") ? 0 : skipBlankLines(text, 0);
  const none = { frontmatter: "", frontmatterLine: 1, isIndented: false };
  if (!isFence(text, first)) return { state: "none", ...none, ...takeBody(text, 0, 1) };
  const start = nextLine(text, first);
  const startLine = countLines(text, 0, start) + 1;
  for (let at = start; at < text.length; at = nextFenceCandidate(text, at)) {
    if (!isFence(text, at)) continue;
    const frontmatter = text.slice(start, at);
    const line = startLine + countLines(text, start, at) + 1;
    return {
      state: "closed",
      frontmatter,
      frontmatterLine: startLine,
      isIndented: first > 0,
      ...takeBody(text, nextLine(text, at), line),
    };
  }
  return { state: "unclosed", ...none, ...takeBody(text, 0, 1) };
}

function nextFenceCandidate(text: string, from: number): number {
  const at = text.indexOf("\n---", from);
  return at === -1 ? text.length : at + 1;
}
