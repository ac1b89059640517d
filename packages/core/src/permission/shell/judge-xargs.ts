import { depthOf, readDeep, type DeepRead } from "./deep-read.ts";
import { judgeProgram, type Judgement, type ReadOnlyProgram } from "./program.ts";
import { findReadOnlyProgram } from "./read-only-commands.ts";
import { giveReason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

const valued = /^-(?:n|P|L|d|s|I)$/;
const plain = /^(?:-0|-r|-t|-x|--null|--no-run-if-empty|--verbose|-(?:n|P|L|s)\d+|-I\S+|-d\S+)$/;
/** Filters that pass whole lines on, by the arguments they do so with; a file of their own would be other lines. */
const passing: Readonly<Record<string, RegExp>> = {
  sort: /^(?:-[fnruV]+(?: |$))*$/,
  uniq: /^$/,
  head: /^(?:-n ?\d+|-\d+)?$/,
  tail: /^(?:-n ?[+-]?\d+|-\d+)?$/,
  grep: /^(?:-[EFPivwx]+ )*[^\s-]\S*$/,
};

/** The words after xargs' own flags. */
function innerWords(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word?.kind !== "literal") return undefined;
    if (!word.value.startsWith("-")) return words.slice(i);
    if (valued.test(word.value)) i++;
    else if (!plain.test(word.value)) return undefined;
  }
  return undefined;
}

/** Whether the lines that come in are names of ordinary files below folders that are listed as read. */
function listsFiles(upstream: readonly (readonly ShellWord[])[]): boolean {
  const [source, ...filters] = upstream.map((words) =>
    words.map((word) => (word.kind === "literal" ? word.value : "")),
  );
  if (source === undefined) return false;
  const [name, first = ""] = source;
  const type = source.indexOf("-type");
  // The flag must come first: after another it could be that one's value.
  const isLister =
    (name === "find" &&
      source[type + 1] === "f" &&
      !source.some((word) => /^(?:-o|-or|-not|!|,|-printf|-ls)$/.test(word))) ||
    (name === "rg" && /^(?:--files|-l|--files-with-matches)$/.test(first)) ||
    (name === "grep" && /^-(?=[a-zA-Z]*l)(?=[a-zA-Z]*r)[EFPilnrw]+$/.test(first));
  return (
    isLister &&
    filters.every(
      ([filter = "", ...rest]) => Object.hasOwn(passing, filter) && passing[filter]?.test(rest.join(" ")),
    )
  );
}

/** The files that a lister gives to a program that shows them. */
function listedFiles(source: readonly ShellWord[]): DeepRead {
  const [name, ...rest] = source;
  const program = findReadOnlyProgram(name?.value ?? "");
  const judged = program && judgeProgram(program, rest);
  if (judged?.deep) return judged.deep;
  const names = rest.filter((_, i) => /^-i?name$/.test(rest[i - 1]?.value ?? ""));
  const patterns = names.map((word) => word.value);
  return readDeep(depthOf(true, patterns), judged?.reads ?? []);
}

/**
 * `… | xargs program`: the program gets words that nobody has seen, so none of its flags may do harm, and it
 * shows what is in files only where the input is a list of ordinary files of the workspace.
 */
export function judgeXargs(
  words: readonly ShellWord[],
  upstream: readonly (readonly ShellWord[])[],
): Judgement {
  const inner = innerWords(words);
  const name = inner?.[0]?.value;
  const program: ReadOnlyProgram | undefined = name === undefined ? undefined : findReadOnlyProgram(name);
  const isFit = program?.harmless === true && (program.shows !== true || listsFiles(upstream));
  if (!inner || !isFit || program === undefined)
    return { reason: giveReason("wrapper", "xargs"), reads: [], planSafe: false };
  const judged = judgeProgram(program, inner.slice(1));
  return program.shows && upstream[0] ? { ...judged, deep: listedFiles(upstream[0]) } : judged;
}
