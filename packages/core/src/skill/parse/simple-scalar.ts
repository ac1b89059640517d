import type { Data } from "../skill.ts";

/** One value of a line and where on it the value ended; `undefined` where the line is not of the simple kind. */
interface Taken {
  value: string;
  end: number;
}

const escapes: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", n: "\n", t: "\t" };

/** A double-quoted text that ends on its line, with the usual escapes. `start` is at its quote. */
function takeDoubleQuoted(line: string, start: number): Taken | undefined {
  const end = line.indexOf('"', start + 1);
  if (end === -1) return undefined;
  const plain = line.slice(start + 1, end);
  if (!plain.includes("\\")) return { value: plain, end: end + 1 };
  let value = "";
  for (let at = start + 1; at < line.length; at++) {
    const char = line[at];
    if (char === '"') return { value, end: at + 1 };
    if (char !== "\\") {
      value += char;
      continue;
    }
    const escaped = escapes[line[++at] ?? ""];
    if (escaped === undefined) return undefined;
    value += escaped;
  }
  return undefined;
}

/** A single-quoted text that ends on its line. */
function takeSingleQuoted(line: string, start: number): Taken | undefined {
  let end = start;
  do {
    end = line.indexOf("'", end + 1);
    if (end === -1) return undefined;
    if (line[end + 1] !== "'") break;
    end++;
  } while (end < line.length);
  return { value: line.slice(start + 1, end).replaceAll("''", "'"), end: end + 1 };
}

/** Whether nothing but blanks or a comment follows. */
function isRestEmpty(line: string, end: number): boolean {
  for (let at = end; at < line.length; at++) {
    if (line[at] === "#") return at > end;
    if (line[at] !== " ") return false;
  }
  return true;
}

/** A quoted text that is all a line holds from here; `undefined` where it is not, or goes on below. */
export function readQuoted(line: string, start: number): string | undefined {
  const taken = line[start] === '"' ? takeDoubleQuoted(line, start) : takeSingleQuoted(line, start);
  return taken !== undefined && isRestEmpty(line, taken.end) ? taken.value : undefined;
}

/** First characters that mean something in YAML, or might. */
const indicators = new Set("-?:,[]{}#&*!|>'\"%@`=");

export function isPlainStart(char: string | undefined): boolean {
  return char !== undefined && !indicators.has(char);
}

/** Whether a text without quotes would be read as a key somewhere: `a: b`, or a colon at its end. */
export function hasColon(text: string): boolean {
  return text.includes(": ") || text.endsWith(":");
}

/** A list on one line, of texts without lists or maps inside; `undefined` for any other. */
export function readFlowList(line: string, start: number): Data[] | undefined {
  const items: Data[] = [];
  let at = skipBlanks(line, start + 1);
  if (line[at] === "]") return isRestEmpty(line, at + 1) ? items : undefined;
  for (;;) {
    const taken = takeFlowItem(line, at);
    if (taken === undefined) return undefined;
    items.push(taken.value);
    at = skipBlanks(line, taken.end);
    if (line[at] === "]") return isRestEmpty(line, at + 1) ? items : undefined;
    if (line[at] !== ",") return undefined;
    at = skipBlanks(line, at + 1);
  }
}

function takeFlowItem(line: string, start: number): Taken | undefined {
  if (line[start] === '"') return takeDoubleQuoted(line, start);
  if (line[start] === "'") return takeSingleQuoted(line, start);
  if (!isPlainStart(line[start])) return undefined;
  let end = start;
  while (end < line.length && line[end] !== "," && line[end] !== "]") {
    const char = line[end];
    if (char === "[" || char === "{" || char === "}" || char === "#") return undefined;
    // A colon makes a pair before a blank and, here, before most other signs.
    if (char === ":" && !/\w/.test(line[end + 1] ?? "")) return undefined;
    end++;
  }
  return { value: trimSpaces(line, start, end), end };
}

/** Spaces only: to YAML, other white space is text. */
export function trimSpaces(line: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && line.charCodeAt(from) === 32) from++;
  while (to > from && line.charCodeAt(to - 1) === 32) to--;
  return line.slice(from, to);
}

function skipBlanks(line: string, start: number): number {
  let at = start;
  while (line[at] === " ") at++;
  return at;
}
