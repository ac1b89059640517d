import type { TextLine } from "./split-markdown.ts";

export interface ShellCommand {
  /** The command and its arguments, without assignments, keywords and wrappers before it. */
  words: string[];
  line: number;
}

export interface ShellReading {
  commands: ShellCommand[];
  /** Functions and variables the text gives a value itself. */
  functions: Set<string>;
  assigned: Set<string>;
}

const keywords = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time", "coproc"]);
const wrappers = new Set([
  "sudo",
  "env",
  "nohup",
  "exec",
  "command",
  "builtin",
  "nice",
  "stdbuf",
  "xargs",
  "doas",
]);
const withoutCommand = new Set(["for", "case", "select", "function", "fi", "done", "esac", "}", "in"]);
/** What a command needs to be known by. */
const maxWords = 64;
const assignment = /^([A-Za-z_]\w{0,63})\+?=/;

interface Frame {
  words: string[];
  line: number;
}

/**
 * The commands of a piece of shell, for reading only: comments, here-documents and quoted text are not commands,
 * `$(…)` and pipes hold further ones. Nothing is expanded or run. Linear time.
 */
export function readShell(lines: readonly TextLine[]): ShellReading {
  const reading: ShellReading = { commands: [], functions: new Set(), assigned: new Set() };
  const stack: Frame[] = [];
  let frame: Frame = { words: [], line: 0 };
  let word: string | undefined;
  let skipNext = false;
  let quote = "";
  let ends: string[] = [];

  const endWord = (): void => {
    if (word === undefined) return;
    if (skipNext) skipNext = false;
    else if (frame.words.length < maxWords) frame.words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    skipNext = false;
    take(frame, reading);
    frame = { words: [], line: frame.line };
  };

  for (const { text, line } of lines) {
    if (ends.length > 0) {
      if (text.trim() === ends[0]) ends = ends.slice(1);
      continue;
    }
    const opened: string[] = [];
    let continued = false;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (quote !== "") {
        if (char === "\\" && quote === '"') at += 1;
        else if (char === quote) quote = "";
        continue;
      }
      if (frame.words.length === 0 && word === undefined) frame.line = line;
      if (char === "\\") {
        if (at === text.length - 1) continued = true;
        else word = (word ?? "") + text.charAt((at += 1));
      } else if (char === "'" || char === '"' || char === "`") {
        quote = char;
        word = `${word ?? ""}\0`;
      } else if (char === " " || char === "\t") endWord();
      else if (char === "#" && word === undefined) break;
      else if (char === "$" && text.startsWith("$((", at)) {
        const close = text.indexOf("))", at);
        at = close === -1 ? text.length : close + 1;
        word = `${word ?? ""}\0`;
      } else if (char === "$" && text.charAt(at + 1) === "{") {
        const close = text.indexOf("}", at);
        at = close === -1 ? text.length : close;
        word = `${word ?? ""}\0`;
      } else if (char === "(" || (char === "$" && text.charAt(at + 1) === "(")) {
        if (char === "$") at += 1;
        else if (word !== undefined && text.charAt(at + 1) === ")") {
          reading.functions.add(word);
          word = undefined;
          frame.words = [];
          at += 1;
          continue;
        }
        word = `${word ?? ""}\0`;
        endWord();
        if (stack.length < 50) stack.push(frame);
        frame = { words: [], line };
      } else if (char === ")") {
        const outer = stack.pop();
        if (outer === undefined) {
          // The pattern of a case.
          word = undefined;
          frame.words = [];
        } else {
          endCommand();
          frame = outer;
        }
      } else if (char === "<" && /^<[A-Za-z][^<>]{0,80}>/.test(text.slice(at, at + 84))) {
        at = text.indexOf(">", at);
        word = `${word ?? ""}\0`;
      } else if (char === "<" && text.startsWith("<<", at) && !text.startsWith("<<<", at)) {
        endWord();
        const end = /^<<-?[ \t]*(["']?)([\w.-]{1,64})\1/.exec(text.slice(at, at + 80));
        if (end?.[2] !== undefined) opened.push(end[2]);
        at += (end?.[0].length ?? 2) - 1;
      } else if (char === "<" || char === ">") {
        if (word !== undefined && /^\d$/.test(word)) word = undefined;
        endWord();
        while ("<>&|".includes(text.charAt(at + 1)) && at + 1 < text.length) at += 1;
        skipNext = true;
      } else if (char === ";" || char === "|" || char === "&") endCommand();
      else word = (word ?? "") + char;
    }
    ends = opened;
    if (quote === "" && !continued) endCommand();
    else if (quote === "") endWord();
  }
  endCommand();
  while (stack.length > 0) {
    frame = stack.pop() ?? frame;
    endCommand();
  }
  return reading;
}

/** Cuts off what stands before the command itself, and notes what the text defines. */
function take(frame: Frame, reading: ShellReading): void {
  const words = [...frame.words];
  if (words[0] === "$" || words[0] === ">" || words[0] === "%") words.shift();
  for (let first = words[0]; first !== undefined; first = words[0]) {
    const assigned = assignment.exec(first)?.[1];
    if (assigned !== undefined) reading.assigned.add(assigned);
    else if (
      first === "for" ||
      first === "read" ||
      first === "export" ||
      first === "local" ||
      first === "declare"
    ) {
      for (const each of words.slice(1)) {
        const name = assignment.exec(each)?.[1] ?? each;
        if (first !== "export" || name !== each) reading.assigned.add(name);
        if (first === "for") break;
      }
      return;
    } else if (wrappers.has(first)) {
      words.shift();
      while (words[0]?.startsWith("-")) words.shift();
      continue;
    } else if (first === "timeout") {
      words.shift();
      while (words[0] !== undefined && /^(-|\d)/.test(words[0])) words.shift();
      continue;
    } else if (withoutCommand.has(first)) return;
    else if (!keywords.has(first)) break;
    words.shift();
  }
  if (words.length > 0) reading.commands.push({ words, line: frame.line });
}
