import type { Arguments } from "./program.ts";
import { literalWord, type ShellWord } from "./shell-word.ts";

/** Files of folders that a program goes through and shows. */
export interface Depth {
  /** Also those whose names start with a dot. */
  hidden: boolean;
  /** Only files with such names, `*` and `?` in them. Absent: all. */
  names?: readonly string[];
  /** Where it is not told which folders and its input comes from a pipe, it reads that instead. */
  unlessPiped?: true;
}

export interface DeepRead extends Depth {
  /** The folders. */
  at: readonly ShellWord[];
  /** They are not named: it is where the program runs. */
  implied: boolean;
}

/** What a type of ripgrep is called that has no files of keys or settings in it. */
const codeTypes = new Set(
  "c cpp cs css dart elixir go haskell html java js kotlin less lua markdown md php py python rb ruby rust sass scala swift ts typescript vue zig".split(
    " ",
  ),
);

/** Patterns that are more than stars say nothing. */
export function depthOf(hidden: boolean, names: readonly string[]): Depth {
  const isPlain = names.length > 0 && names.every((name) => /^[\w.*?-]+$/.test(name));
  return { hidden, ...(isPlain ? { names } : {}) };
}

export function readDeep(depth: Depth, paths: readonly ShellWord[]): DeepRead {
  const implied = paths.length === 0;
  return { ...depth, implied, at: implied ? [literalWord(".")] : paths };
}

function valuesOf(flags: Arguments["flags"], names: readonly string[]): string[] {
  return names.flatMap((name) => flags.get(name) ?? []);
}

/** `grep -r`. */
export function grepDepth({ flags, operands }: Arguments): Depth | undefined {
  const isDeep =
    flags.has("-r") ||
    flags.has("--recursive") ||
    valuesOf(flags, ["-d"]).some((value) => value === "recurse");
  // Without quotes it is a pattern for the shell as well, which matches no file.
  const unquoted = operands.flatMap(({ value }) => /^--include=(.*)$/.exec(value)?.[1] ?? []);
  return isDeep ? depthOf(true, [...valuesOf(flags, ["--include"]), ...unquoted]) : undefined;
}

export function rgDepth({ flags }: Arguments): Depth | undefined {
  if (flags.has("--files") || flags.has("--type-list")) return undefined;
  const globs = valuesOf(flags, ["-g", "--glob", "--iglob"]).filter((glob) => !glob.startsWith("!"));
  const types = valuesOf(flags, ["-t", "--type"]);
  const ofTypes = types.every((type) => codeTypes.has(type)) ? types.map((type) => `*.${type}`) : [];
  const hidden = ["--hidden", "-.", "-u", "--unrestricted"].some((flag) => flags.has(flag));
  // What a glob names is searched although it is hidden.
  return { ...depthOf(hidden || globs.length > 0, globs.length > 0 ? globs : ofTypes), unlessPiped: true };
}

export function diffDepth({ flags }: Arguments): Depth | undefined {
  return flags.has("-r") || flags.has("--recursive") ? { hidden: true } : undefined;
}
