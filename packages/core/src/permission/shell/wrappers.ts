import { posix } from "node:path";
import type { ShellWord } from "./shell-word.ts";

/** Flags of a wrapper that change nothing about the command it runs: with a value, or without. */
interface Transparent {
  valued: readonly string[];
  plain: readonly string[];
  /** Words of its own before the command. */
  own: number;
}

const maxDepth = 4;

const transparent: Readonly<Record<string, Transparent>> = {
  timeout: {
    valued: ["-s", "-k", "--signal", "--kill-after"],
    plain: ["-v", "--foreground", "--preserve-status"],
    own: 1,
  },
  nice: { valued: ["-n", "--adjustment"], plain: [], own: 0 },
  stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"], plain: [], own: 0 },
  ionice: { valued: ["-c", "-n", "--class", "--classdata"], plain: ["-t"], own: 0 },
  command: { valued: [], plain: [], own: 0 },
  builtin: { valued: [], plain: [], own: 0 },
  nohup: { valued: [], plain: [], own: 0 },
  time: { valued: [], plain: ["-p"], own: 0 },
};

/** Wrappers that are only seen through to refuse, with the number of words of their own before the command. */
const opaque: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "env sudo doas xargs parallel watch setsid busybox toybox strace ltrace unshare nsenter exec entr setarch caffeinate firejail proxychains torsocks rlwrap unbuffer systemd-run npx bunx pnpx uvx timeout nice stdbuf ionice command builtin nohup time then do else"
      .split(" ")
      .map((name) => [name, 0]),
  ),
  chrt: 1,
  taskset: 1,
  chroot: 1,
  flock: 1,
  ssh: 1,
  su: 1,
  runuser: 1,
};
/** Flags after which another command stands. */
const runFlags = /^(?:-exec(?:dir)?|-ok(?:dir)?|-x|-X|--exec(?:-batch)?|--command)$/;
/** Their words may be code; what others are given is data. */
const interpreting = new Set(
  "env su runuser xargs parallel watch eval trap ssh script entr find fd flock".split(" "),
);
const shells = new Set("sh bash zsh dash ksh ash fish rbash mksh".split(" "));

/** The program of a command word, however it is reached. */
export function programName(word: string): string {
  return posix.basename(word).toLowerCase();
}

/** Takes one wrapper away that leaves the command what it is; undefined: there is none, or not surely. */
export function unwrap(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const first = words[0];
  const wrapper =
    first?.kind === "literal" && Object.hasOwn(transparent, first.value)
      ? transparent[first.value]
      : undefined;
  if (!wrapper) return undefined;
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    if (word?.kind !== "literal") return undefined;
    const { value } = word;
    if (value === "--") {
      at++;
      break;
    }
    if (!value.startsWith("-")) break;
    if (wrapper.plain.includes(value)) continue;
    const valued = wrapper.valued.find((flag) => value === flag || isAttached(value, flag));
    if (valued === undefined) return undefined;
    if (value === valued) at++;
  }
  const own = words.slice(at, at + wrapper.own);
  const inner = words.slice(at + wrapper.own);
  return own.every((word) => /^\d+(?:\.\d+)?[smhd]?$/.test(word.value)) && inner.length > 0
    ? inner
    : undefined;
}

function isAttached(value: string, flag: string): boolean {
  return flag.startsWith("--")
    ? value.startsWith(`${flag}=`)
    : value.startsWith(flag) && value.length > flag.length;
}

/** Everything that might be the command inside: refusing rules look at each. */
export function innerCommands(words: readonly ShellWord[], depth = 0): (readonly ShellWord[])[] {
  if (depth > maxDepth) return [];
  const direct = [...afterFlags(words), ...afterRunFlags(words)];
  return direct.flatMap((inner) => [inner, ...innerCommands(inner, depth + 1)]);
}

function afterFlags(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  const name = programName(words[0]?.guess ?? "");
  if (!Object.hasOwn(opaque, name)) return [];
  let own = opaque[name] ?? 0;
  const found: (readonly ShellWord[])[] = [];
  for (const [i, word] of words.entries()) {
    if (i === 0 || word.guess.startsWith("-") || /^\w+=/.test(word.guess)) continue;
    found.push(words.slice(i));
    // It may still be a flag's value, a number or a word of the wrapper's own.
    const isFlagValue = i > 1 && (words[i - 1]?.guess ?? "").startsWith("-");
    if (!isFlagValue && !/^[\d.]+[smhd]?$/.test(word.guess) && own-- <= 0) break;
  }
  return found;
}

function afterRunFlags(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  const name = programName(words[0]?.guess ?? "");
  if (name !== "find" && name !== "fd") return [];
  return words.flatMap((word, i) => (runFlags.test(word.guess) ? [words.slice(i + 1)] : []));
}

/** Code that the command is given as text and would run: `sh -c "…"`, `eval "…"`, `watch "…"`. */
export function givenScripts(words: readonly ShellWord[]): string[] {
  const scripts: string[] = [];
  const first = programName(words[0]?.guess ?? "");
  for (const [i, word] of words.entries()) {
    const isShell = shells.has(programName(word.guess));
    if (isShell && (i === 0 || Object.hasOwn(opaque, first) || first === "find" || first === "fd")) {
      const flag = words.findIndex((other, j) => j > i && /^-[a-zA-Z]*c/.test(other.guess));
      const script = flag < 0 ? undefined : words[flag + 1];
      if (script) scripts.push(script.guess);
    }
  }
  if (first === "eval")
    scripts.push(
      words
        .slice(1)
        .map((word) => word.guess)
        .join(" "),
    );
  else if (interpreting.has(first))
    scripts.push(
      ...words
        .slice(1)
        .map((word) => word.guess)
        .filter((text) => /[\s;&|]/.test(text)),
    );
  return scripts;
}

export function isShell(word: ShellWord | undefined): boolean {
  return word !== undefined && shells.has(programName(word.guess));
}

/** Whether the command runs another one that it is given. */
export function isWrapper(word: ShellWord | undefined): boolean {
  if (word === undefined) return false;
  const name = programName(word.guess);
  return Object.hasOwn(opaque, name);
}
