import { readDeep, type DeepRead, type Depth } from "./deep-read.ts";
import { giveReason, type Reason } from "./reason.ts";
import { literalWord, type ShellWord } from "./shell-word.ts";

/** What a program was found to do with its arguments. */
export interface Judgement {
  /** Why it is not proven to change nothing; absent: it is. */
  reason?: Reason;
  /** Files and folders it reads. */
  reads: ShellWord[];
  /** Folders of which it shows the files, wherever they lie in them. */
  deep?: DeepRead;
  /** It works in this folder instead of the shell's. */
  folder?: ShellWord;
  planSafe: boolean;
}

/**
 * A program that reads, and the flags it is known to read with. In `flags`, `-n=` takes a value, `-f<` the path
 * of a file it reads, `--color?` has a value only after `=`, `-#` is a number (`-20`); what is not listed is
 * not known to be harmless.
 */
export interface ReadOnlyProgram {
  flags?: string;
  /** What stands beside flags: paths (default), text, a text and then paths, or nothing. */
  operands?: "paths" | "text" | "pattern" | "none";
  /** Flags that give the pattern, so that all operands are paths. */
  patternFlags?: readonly string[];
  /** More operands than this mean something else (`uniq in out`). */
  most?: number;
  /** None of its flags, listed or not, can write or run anything: arguments may come from elsewhere. */
  harmless?: true;
  /** Shows what is in files, rather than their names, sizes and sums. */
  shows?: true;
  /** Whether it goes through folders to do so. */
  depth?: (given: Arguments) => Depth | undefined;
  /** Fit for plan mode (default), or it asks a daemon or starts a large program. */
  planSafe?: false;
  /** What else must hold. */
  examine?: (given: Arguments) => Reason | undefined;
  /** Judges everything itself. */
  judge?: (words: readonly ShellWord[]) => Judgement;
}

export interface Arguments {
  /** Flags as written, with their values; a repeated one keeps all. */
  flags: ReadonlyMap<string, readonly string[]>;
  operands: ShellWord[];
}

type FlagKind = "plain" | "value" | "path" | "optional";

const kinds: readonly [string, FlagKind][] = [
  ["", "plain"],
  ["=", "value"],
  ["<", "path"],
  ["?", "optional"],
];

function findFlag(flags: string, name: string): FlagKind | undefined {
  return kinds.find(([mark]) => flags.includes(` ${name}${mark} `))?.[1];
}

class NotKnown extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

class ArgumentReader {
  readonly flags = new Map<string, string[]>();
  readonly operands: ShellWord[] = [];
  readonly reads: ShellWord[] = [];
  readonly #words: ShellWord[];
  readonly #known: string;

  constructor(words: readonly ShellWord[], known: string) {
    this.#words = words.toReversed();
    this.#known = ` ${known} `;
  }

  read(): void {
    for (let word = this.#words.pop(); word !== undefined; word = this.#words.pop()) {
      if (word.kind !== "literal" || !word.value.startsWith("-") || word.value === "-")
        this.operands.push(word);
      else if (word.value === "--") this.operands.push(...this.#words.splice(0).reverse());
      else if (/^-\d+$/.test(word.value) && findFlag(this.#known, "-#"))
        this.#keep("-#", word.value.slice(1));
      else if (word.value.startsWith("--")) this.#readLong(word.value);
      else this.#readShort(word.value);
    }
  }

  #readLong(text: string): void {
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    const kind = findFlag(this.#known, name);
    if (kind === undefined || (kind === "plain" && at >= 0)) throw new NotKnown(giveReason("flag", name));
    if (at >= 0) this.#take(name, kind, literalWord(text.slice(at + 1)));
    else if (kind === "value" || kind === "path") this.#take(name, kind, this.#words.pop());
    else this.#keep(name, "");
  }

  #readShort(text: string): void {
    for (let i = 1; i < text.length; i++) {
      const name = `-${text[i]}`;
      const kind = findFlag(this.#known, name);
      if (kind === undefined) throw new NotKnown(giveReason("flag", name));
      const rest = text.slice(i + 1);
      if (kind === "plain") this.#keep(name, "");
      else {
        if (kind === "optional") this.#keep(name, rest);
        else this.#take(name, kind, rest === "" ? this.#words.pop() : literalWord(rest));
        return;
      }
    }
  }

  #take(name: string, kind: FlagKind, word: ShellWord | undefined): void {
    if (word?.kind !== "literal") throw new NotKnown(giveReason("argument", word?.value ?? name));
    if (kind === "path" && word.value !== "-") this.reads.push(word);
    this.#keep(name, word.value);
  }

  #keep(name: string, value: string): void {
    this.flags.set(name, [...(this.flags.get(name) ?? []), value]);
  }
}

function checkOperands(program: ReadOnlyProgram, { flags, operands }: Arguments): Reason | undefined {
  const open = operands.find((word) => word.kind === "open" || word.kind === "inert");
  if (open) return giveReason("open-word", open.value);
  if (program.operands === "none" && operands[0]) return giveReason("argument", operands[0].value);
  const globs = operands.filter((word) => word.kind === "glob");
  // A file may be called `--output=x`; and a pattern may match more files than there may be operands.
  const risky = program.most === undefined ? globs.filter((word) => /^[*?[-]/.test(word.value)) : globs;
  if (risky[0] && !(program.harmless && program.most === undefined))
    return giveReason("argument", risky[0].value);
  if (program.most !== undefined && operands.length > program.most)
    return giveReason("argument", operands[program.most]?.value ?? "");
  return program.examine?.({ flags, operands });
}

function readsOf(program: ReadOnlyProgram, { flags, operands }: Arguments): ShellWord[] {
  if (program.operands === "text" || program.operands === "none") return [];
  const hasPattern = program.operands === "pattern" && !program.patternFlags?.some((flag) => flags.has(flag));
  // A glob in the pattern's place may stand for several words, of which only the first is the pattern.
  const paths = hasPattern && operands[0]?.kind !== "glob" ? operands.slice(1) : operands;
  return paths.filter((word) => word.value !== "-");
}

export function judgeProgram(program: ReadOnlyProgram, words: readonly ShellWord[]): Judgement {
  if (program.judge) return program.judge(words);
  const planSafe = program.planSafe !== false;
  const reader = new ArgumentReader(words, program.flags ?? "");
  try {
    reader.read();
  } catch (error) {
    if (error instanceof NotKnown) return { reason: error.reason, reads: [], planSafe };
    throw error;
  }
  const reason = checkOperands(program, reader);
  const paths = readsOf(program, reader);
  const depth = program.depth?.(reader);
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(depth ? { deep: readDeep(depth, paths) } : {}),
    reads: [...reader.reads, ...paths],
    planSafe,
  };
}
