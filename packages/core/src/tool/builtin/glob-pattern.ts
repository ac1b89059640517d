const maxPatternChars = 1_000;
const maxAlternatives = 500;

/** Matches one character of a name. */
type CharTest = "any" | "many" | { chars: Set<string>; ranges: [string, string][]; negated: boolean };

/** Matches one part of a path, or with `**` any number of them. */
type PartTest = "many" | ((part: string) => boolean);

export type GlobMatch = (path: string) => boolean;

/**
 * A glob pattern as a test for relative paths with `/` between their parts: `**` as a whole part, `*`, `?`,
 * `[a-z]`, `[!a]`, nested brace lists, `\` before a character that is meant as itself. Names that start with a
 * dot match like others. Time is bounded by the product of the lengths whatever the pattern, which a regular
 * expression could not promise. Undefined when the pattern is too large.
 */
export function compileGlob(pattern: string): GlobMatch | undefined {
  if (pattern.length > maxPatternChars) return undefined;
  const alternatives = expandBraces(pattern);
  if (alternatives === undefined) return undefined;
  const matches = alternatives.map((one) => matchOf(parsePath(one)));
  return (path) => matches.some((match) => match(path));
}

function matchOf(tests: readonly PartTest[]): GlobMatch {
  const [first, name, ...more] = tests;
  // The most usual form, `**/name`, needs no parts.
  if (first === "many" && typeof name === "function" && more.length === 0)
    return (path) => name(path.slice(path.lastIndexOf("/") + 1));
  return (path) => matchMany(tests, path.split("/"), matchPart);
}

/** Every path part that the pattern could name, to look for `..`. */
export function patternParts(pattern: string): string[] {
  return (expandBraces(pattern.slice(0, maxPatternChars)) ?? [pattern]).flatMap((one) => one.split("/"));
}

/** What every file that the pattern matches is called, if that is a plain text with `*` in it. */
export function namePattern(pattern: string): string | undefined {
  const name = pattern.split("/").at(-1) ?? "";
  const isPlain = /^[\w.*-]+$/.test(name) && !/^\**$|\*\*/.test(name);
  return isPlain && pattern.length <= maxPatternChars && !/[{}]/.test(pattern) ? name : undefined;
}

const isPart = (part: string) => part !== "" && part !== ".";

/**
 * Matches items against tests of which some stand for any number of items. Going back to the last such test is
 * enough: what an earlier one could take, the last one can take as well.
 */
function matchMany<T, I>(
  tests: readonly (T | "many")[],
  items: readonly I[],
  matchOne: (test: T, item: I) => boolean,
): boolean {
  let test = 0;
  let item = 0;
  let lastMany = -1;
  let taken = 0;
  while (item < items.length) {
    const current = tests[test];
    if (current === "many") {
      lastMany = test++;
      taken = item;
    } else if (current !== undefined && matchOne(current, items[item] as I)) {
      test++;
      item++;
    } else if (lastMany >= 0) {
      test = lastMany + 1;
      item = ++taken;
    } else {
      return false;
    }
  }
  while (tests[test] === "many") test++;
  return test === tests.length;
}

function matchPart(test: Exclude<PartTest, "many">, part: string): boolean {
  return test(part);
}

function matchChar(test: Exclude<CharTest, "many">, char: string): boolean {
  if (test === "any") return true;
  const found = test.chars.has(char) || test.ranges.some(([from, to]) => from <= char && char <= to);
  return found !== test.negated;
}

/** At the end of a pattern `**` stands for what is inside a folder, not for the folder's own name. */
function parsePath(pattern: string): PartTest[] {
  const tests = pattern.split("/").filter(isPart).map(parsePart);
  return tests.at(-1) === "many" ? [...tests, () => true] : tests;
}

function parsePart(part: string): PartTest {
  if (part === "**") return "many";
  const tests = parseChars(part);
  const simple = simpleTest(tests);
  if (simple !== undefined) return simple;
  return (name) => matchMany<Exclude<CharTest, "many">, string>(tests, Array.from(name), matchChar);
}

/** Most patterns are a text with at most one `*` in it, which is quicker to compare as a whole. */
function simpleTest(tests: readonly CharTest[]): ((part: string) => boolean) | undefined {
  const texts = [""];
  for (const test of tests) {
    if (test === "many") texts.push("");
    else if (test === "any" || test.negated || test.ranges.length > 0 || test.chars.size !== 1)
      return undefined;
    else texts[texts.length - 1] += [...test.chars].join("");
  }
  const [start = "", end, ...more] = texts;
  if (more.length > 0) return undefined;
  if (end === undefined) return (name) => name === start;
  const length = start.length + end.length;
  return (name) => name.length >= length && name.startsWith(start) && name.endsWith(end);
}

function parseChars(part: string): CharTest[] {
  const chars = Array.from(part);
  const tests: CharTest[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    const list = char === "[" ? parseList(chars, at) : undefined;
    if (list !== undefined) {
      tests.push(list.test);
      at = list.end;
    } else if (char === "*") {
      if (tests.at(-1) !== "many") tests.push("many");
    } else if (char === "?") {
      tests.push("any");
    } else {
      if (char === "\\" && at + 1 < chars.length) at++;
      tests.push({ chars: new Set([chars[at] as string]), ranges: [], negated: false });
    }
  }
  return tests;
}

/** `[abc]`, `[a-z]`, `[!a]`; without its end the bracket is an ordinary character. */
function parseList(chars: readonly string[], open: number): { test: CharTest; end: number } | undefined {
  let at = open + 1;
  const negated = chars[at] === "!" || chars[at] === "^";
  if (negated) at++;
  const end = chars.indexOf("]", at + 1);
  if (end === -1) return undefined;
  const test = { chars: new Set<string>(), ranges: [] as [string, string][], negated };
  for (; at < end; at++) {
    const from = chars[at] as string;
    if (chars[at + 1] === "-" && at + 2 < end) {
      test.ranges.push([from, chars[at + 2] as string]);
      at += 2;
    } else {
      test.chars.add(from);
    }
  }
  return { test, end };
}

/** Splits at commas outside inner braces. */
function splitList(text: string): string[] {
  const items = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && depth === 0) {
      items.push("");
      continue;
    }
    items[items.length - 1] += char === "\\" ? char + text.charAt(++at) : char;
  }
  return items;
}

/** The first brace list that is closed. */
function findBraces(text: string): { open: number; close: number } | undefined {
  const opened: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === "{") opened.push(at);
    else if (char === "}" && opened.length > 0) {
      const open = opened.pop() as number;
      if (opened.length === 0) return { open, close: at };
    }
  }
  return undefined;
}

function expandBraces(pattern: string): string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const braces = findBraces(text);
    if (braces === undefined) {
      done.push(text);
    } else {
      const inner = text.slice(braces.open + 1, braces.close);
      const items = splitList(inner);
      const choices = items.length > 1 ? items : [`\\{${inner}\\}`];
      for (const item of choices) open.push(text.slice(0, braces.open) + item + text.slice(braces.close + 1));
    }
    if (done.length + open.length > maxAlternatives) return undefined;
  }
  return done;
}
