/** A path's test. Never throws. */
export type PathTest = (path: string) => boolean;

type Sign =
  | { kind: "star" }
  | { kind: "any" }
  | { kind: "text"; text: string }
  | { kind: "set"; set: CharacterSet };
type Part = "**" | readonly Sign[];

interface CharacterSet {
  not: boolean;
  ranges: readonly (readonly [string, string])[];
}

const maxPatternLength = 1_000;
const maxAlternatives = 64;

/**
 * Fits a list to a pattern with stars, each of which stands for any number of items. Only the last star is tried
 * again, so that the time is at most the product of both lengths.
 */
function fitStars<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let tried = 0;
  for (let index = 0; index < items.length;) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = at++;
      tried = index;
    } else if (part !== undefined && fits(part, items[index] as T)) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++tried;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

/** Reads `[a-z]` or `[!a]`; `undefined` where the bracket is never closed. */
function readSet(
  characters: readonly string[],
  start: number,
): { set: CharacterSet; end: number } | undefined {
  let at = start + 1;
  const not = characters[at] === "!" || characters[at] === "^";
  if (not) at++;
  const ranges: [string, string][] = [];
  for (let first = true; at < characters.length; first = false) {
    const from = characters[at] ?? "";
    if (from === "]" && !first) return { set: { not, ranges }, end: at };
    const to = characters[at + 2];
    if (characters[at + 1] === "-" && to !== undefined && to !== "]") {
      ranges.push([from, to]);
      at += 3;
    } else {
      ranges.push([from, from]);
      at++;
    }
  }
  return undefined;
}

function readSigns(part: string): Sign[] {
  const characters = [...part];
  const signs: Sign[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const set = character === "[" ? readSet(characters, at) : undefined;
    if (set !== undefined) {
      signs.push({ kind: "set", set: set.set });
      at = set.end;
    } else if (character === "*") signs.push({ kind: "star" });
    else if (character === "?") signs.push({ kind: "any" });
    else if (character === "\\" && at + 1 < characters.length)
      signs.push({ kind: "text", text: characters[++at] ?? "" });
    else signs.push({ kind: "text", text: character });
  }
  return signs;
}

function fitsSign(sign: Sign, character: string): boolean {
  if (sign.kind === "any") return true;
  if (sign.kind === "text") return sign.text === character;
  if (sign.kind === "star") return false;
  return sign.set.ranges.some(([from, to]) => from <= character && character <= to) !== sign.set.not;
}

const isStarSign = (sign: Sign): boolean => sign.kind === "star";

/** `a{b,c}d` as `abd` and `acd`. Braces without a comma, not closed or with too many choices are text. */
function expandBraces(pattern: string): string[] {
  let whole = [pattern];
  for (let round = 0; round < maxAlternatives; round++) {
    const next = whole.flatMap(expandFirst);
    if (next.length === whole.length) return whole;
    if (next.length > maxAlternatives) return [pattern];
    whole = next;
  }
  return whole;
}

/** The innermost braces with a comma, each choice in its place. */
function expandFirst(pattern: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (match === null) return [pattern];
  const before = pattern.slice(0, match.index);
  const after = pattern.slice(match.index + match[0].length);
  return (match[1] ?? "").split(",").map((choice) => `${before}${choice}${after}`);
}

function compileOne(pattern: string): PathTest {
  const parts = pattern.split("/").map((part): Part => (part === "**" ? "**" : readSigns(part)));
  const isTree = (part: Part): boolean => part === "**";
  const fitsPart = (part: Part, name: readonly string[]): boolean =>
    part !== "**" && fitStars(part, name, isStarSign, fitsSign);
  const inside = parts.at(-1) === "**" && parts.length > 1;
  return (path) => {
    const names = path.split("/").map((name) => [...name]);
    return inside
      ? names.length > 1 && fitStars([...parts.slice(0, -1), "**"], names.slice(0, -1), isTree, fitsPart)
      : fitStars(parts, names, isTree, fitsPart);
  };
}

/**
 * Compiles a glob over relative paths with `/`: `*` and `?` stay inside a name, `**` spans folders, `[a-z]` and
 * `{a,b}` choose, a folder with `/` at its end is all below it. A pattern that is too long fits nothing.
 */
export function compileGlob(pattern: string): PathTest {
  const plain = pattern.trim().replace(/^(?:\.?\/)+/, "");
  if (plain === "" || plain.length > maxPatternLength) return () => false;
  const tests = expandBraces(plain.endsWith("/") ? `${plain}**` : plain).map(compileOne);
  return (path) => {
    const relative = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    return tests.some((test) => test(relative));
  };
}

/** Whether a whole text fits a pattern in which `*` and `?` stand for any characters, `/` and `:` included. */
export function fitsWildcard(pattern: string, text: string): boolean {
  const signs = [...pattern].map((character): Sign => {
    if (character === "*") return { kind: "star" };
    return character === "?" ? { kind: "any" } : { kind: "text", text: character };
  });
  return fitStars(signs, [...text], isStarSign, fitsSign);
}
