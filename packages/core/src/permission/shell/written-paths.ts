import { programName } from "./wrappers.ts";
import type { ShellWord } from "./shell-word.ts";

/** Programs that change every file they are given. */
const writers = new Set(
  "rm rmdir unlink shred mv touch mkdir mkfifo mknod mktemp chmod chown chgrp chattr setfacl truncate tee sponge patch gzip gunzip bzip2 xz zstd".split(
    " ",
  ),
);
/** Programs that change the last one, and read the others. */
const copiers = new Set("cp install ln rsync scp".split(" "));

function isOperand(word: ShellWord): boolean {
  return word.kind === "literal" && !word.value.startsWith("-") && word.value !== "";
}

function looksLikePath(word: ShellWord): boolean {
  return isOperand(word) && (word.home || /^\.|\//.test(word.value)) && !word.value.includes("://");
}

/** What a program that is not read-only will read and write, as far as its words tell. */
export function touchedPaths(words: readonly ShellWord[]): { reads: ShellWord[]; writes: ShellWord[] } {
  const [first, ...rest] = words;
  const name = programName(first?.guess ?? "");
  const operands = rest.filter(isOperand);
  if (writers.has(name)) return { reads: [], writes: operands };
  if (copiers.has(name)) {
    const named = rest.flatMap((word, i) =>
      /^(?:-t|--target-directory)$/.test(word.value) ? rest.slice(i + 1, i + 2) : [],
    );
    const last = operands.at(-1);
    const writes = [...named, ...attachedValues(rest, /^--target-directory=/), ...(last ? [last] : [])];
    // A hard link makes its source writable by another name.
    return { reads: operands.slice(0, -1), writes: name === "ln" ? [...operands, ...writes] : writes };
  }
  if (name === "dd") return { reads: attachedValues(rest, /^if=/), writes: attachedValues(rest, /^of=/) };
  if ((name === "sed" || name === "perl") && rest.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word.value)))
    return { reads: [], writes: operands };
  return {
    reads: [...rest.filter(looksLikePath), ...attachedValues(rest, /^(?:--?[\w-]+=|@|-[a-zA-Z]@?)(?=[~./])/)],
    writes: [],
  };
}

function attachedValues(words: readonly ShellWord[], prefix: RegExp): ShellWord[] {
  return words
    .filter((word) => word.kind === "literal" && prefix.test(word.value))
    .map((word) => ({ ...word, value: word.value.replace(prefix, "") }))
    .filter((word) => word.value !== "" && !word.value.includes("://"));
}
