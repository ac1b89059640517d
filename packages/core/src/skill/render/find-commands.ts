/** A piece of a skill's text: words, or a command whose output is to stand there. */
export type Piece = { text: string } | { command: string; kind: "inline" | "block" };

interface Fence {
  sign: string;
  length: number;
  info: string;
  isPlain: boolean;
}

const fencePattern = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})(.*)$/u;

function readFence(line: string): Fence | undefined {
  const [, prefix = "", signs = "", info = ""] = fencePattern.exec(line) ?? [];
  const sign = signs[0];
  if (sign === undefined || (sign === "`" && info.includes("`"))) return undefined;
  return { sign, length: signs.length, info: info.trim(), isPlain: /^ {0,3}$/.test(prefix) };
}

function closes(line: string, open: Fence): boolean {
  const fence = readFence(line);
  return fence !== undefined && fence.sign === open.sign && fence.length >= open.length && fence.info === "";
}

/** Backtick runs of a line, each with the next one of the same length. */
function findRuns(line: string): { start: number; length: number; close: number }[] {
  const runs = [...line.matchAll(/`+/g)].map((match) => ({
    start: match.index,
    length: match[0].length,
    close: -1,
  }));
  const next = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    if (run === undefined) continue;
    run.close = next.get(run.length) ?? -1;
    next.set(run.length, index);
  }
  return runs;
}

/** The commands of one line outside of code: `` !`cmd` `` at its start or after a blank. */
function findInline(line: string): { start: number; end: number; command: string }[] {
  const found: { start: number; end: number; command: string }[] = [];
  const runs = findRuns(line);
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const close = runs[run?.close ?? -1];
    if (run === undefined || close === undefined) continue;
    const mark = run.start - 1;
    const command = line.slice(run.start + 1, close.start).trim();
    const isMarked = line[mark] === "!" && (mark === 0 || /\s/.test(line[mark - 1] ?? ""));
    if (isMarked && run.length === 1 && command !== "")
      found.push({ start: mark, end: close.start + 1, command });
    index = run.close;
  }
  return found;
}

/** Follows `<!-- … -->` over lines: what a reader of the page does not see is no command. */
function createCommentState(): { isOpen(): boolean; read(line: string): boolean } {
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    /** Whether some of the line is a comment. */
    read: (line) => {
      const before = isOpen;
      const opened = line.lastIndexOf("<!--");
      const closed = line.lastIndexOf("-->");
      if (opened >= 0 || closed >= 0) isOpen = opened > closed;
      return before || opened >= 0;
    },
  };
}

function endOfLine(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? "";
}

function withoutEnd(line: string): string {
  return line.slice(0, line.length - endOfLine(line).length);
}

/** The line that closes a fence; the number of lines where none does. */
function findClose(lines: readonly string[], start: number, open: Fence): number {
  let at = start + 1;
  while (at < lines.length && !closes(withoutEnd(lines[at] ?? ""), open)) at++;
  return at;
}

/**
 * Cuts a text into words and commands, reading it once from front to back. Commands are `` !`cmd` `` at the start of a
 * line or after a blank, and fenced blocks whose info is `!`. Inside any other code, an indented block or a comment
 * they are words like any other.
 */
export function findCommands(body: string): Piece[] {
  const pieces: Piece[] = [];
  let words: string[] = [];
  const push = (...next: Piece[]): void => {
    const text = words.join("");
    words = [];
    pieces.push(...(text === "" ? [] : [{ text }]), ...next);
  };
  const comment = createCommentState();
  const lines = body.split(/(?<=\n)/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const bare = withoutEnd(line);
    const fence = comment.isOpen() ? undefined : readFence(bare);
    if (fence !== undefined) {
      const end = findClose(lines, at, fence);
      const command = lines
        .slice(at + 1, end)
        .join("")
        .trimEnd();
      if (end < lines.length && command !== "" && fence.isPlain && /^!(?:\s|$)/.test(fence.info)) {
        push({ command, kind: "block" });
        words.push(endOfLine(lines[end] ?? ""));
      } else words.push(lines.slice(at, end + 1).join(""));
      at = end;
      continue;
    }
    let from = 0;
    const isHidden = comment.read(bare) || /^(?: {4}|\t)/.test(bare);
    for (const { start, end, command } of isHidden ? [] : findInline(bare)) {
      words.push(bare.slice(from, start));
      push({ command, kind: "inline" });
      from = end;
    }
    words.push(line.slice(from));
  }
  push();
  return pieces;
}
