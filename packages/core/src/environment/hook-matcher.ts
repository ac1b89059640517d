import { canonicalToolName } from "../protocol/index.ts";

/** A pattern as a small program; one step looks at one character, `split` goes on in two places. */
type Step =
  | { kind: "char"; accepts: (char: string) => boolean }
  | { kind: "split"; to: [number, number] }
  | { kind: "start" }
  | { kind: "end" }
  | { kind: "match" };

export type Matches = (subject: string) => boolean;

const maxPatternChars = 1_000;
const maxSubjectChars = 1_000;
const maxSteps = 10_000;
const maxDepth = 50;

class BadPattern extends Error {}

/** A part of a program whose targets are relative to its own beginning. */
type Part = Step[];

const shift = (part: Part, by: number): Part =>
  part.map((step) =>
    step.kind === "split" ? { kind: "split", to: [step.to[0] + by, step.to[1] + by] } : step,
  );

function join(parts: readonly Part[]): Part {
  const all: Part = [];
  for (const part of parts) all.push(...shift(part, all.length));
  if (all.length > maxSteps) throw new BadPattern();
  return all;
}

/** Goes on behind a part of this length: a split with one way. */
const jump = (to: number): Part => [{ kind: "split", to: [to, to] }];

function either(left: Part, right: Part): Part {
  const behind = left.length + 2;
  return [
    { kind: "split", to: [1, behind] },
    ...shift(left, 1),
    ...jump(behind + right.length),
    ...shift(right, behind),
  ];
}

const optional = (part: Part): Part => [{ kind: "split", to: [1, part.length + 1] }, ...shift(part, 1)];

const repeated = (part: Part): Part => [
  { kind: "split", to: [1, part.length + 2] },
  ...shift(part, 1),
  ...jump(0),
];

const any: Part = [{ kind: "char", accepts: () => true }];
const one = (wanted: string): Part => [{ kind: "char", accepts: (char) => char === wanted }];

const classes: Readonly<Record<string, RegExp>> = { w: /\w/, W: /\W/, d: /\d/, D: /\D/, s: /\s/, S: /\S/ };

function createReader(text: string) {
  let at = 0;
  let depth = 0;

  function readEscape(): Part {
    const char = text[at++];
    if (char === undefined) throw new BadPattern();
    const known = Object.hasOwn(classes, char) ? classes[char] : undefined;
    if (known) return [{ kind: "char", accepts: (other) => known.test(other) }];
    if (/[A-Za-z0-9]/.test(char)) throw new BadPattern();
    return one(char);
  }

  function readClass(): Part {
    const not = text[at] === "^";
    if (not) at++;
    const ranges: [string, string][] = [];
    for (let first = true; first || text[at] !== "]"; first = false) {
      const from = text[at++];
      if (from === undefined || from === "\\" || from === "[") throw new BadPattern();
      const isRange = text[at] === "-" && text[at + 1] !== "]";
      const to = isRange ? text[at + 1] : from;
      if (isRange) at += 2;
      if (to === undefined || to < from) throw new BadPattern();
      ranges.push([from, to]);
    }
    at++;
    return [
      { kind: "char", accepts: (char) => not !== ranges.some(([from, to]) => from <= char && char <= to) },
    ];
  }

  function readGroup(): Part {
    if (++depth > maxDepth) throw new BadPattern();
    if (text.startsWith("?:", at)) at += 2;
    else if (text[at] === "?") throw new BadPattern();
    const part = readChoice();
    if (text[at++] !== ")") throw new BadPattern();
    depth--;
    return part;
  }

  function readAtom(): Part {
    const char = text[at++] ?? "";
    if (char === "(") return readGroup();
    if (char === "[") return readClass();
    if (char === "\\") return readEscape();
    if (char === ".") return any;
    if (char === "^") return [{ kind: "start" }];
    if (char === "$") return [{ kind: "end" }];
    // With nothing before it that it could repeat, a star is the one of file names.
    if (char === "*") return repeated(any);
    if ("+?{}".includes(char)) throw new BadPattern();
    return one(char);
  }

  function readSequence(): Part {
    const parts: Part[] = [];
    while (at < text.length && text[at] !== "|" && text[at] !== ")") {
      let part = readAtom();
      for (let char = text[at]; char === "*" || char === "+" || char === "?"; char = text[++at]) {
        if (char === "*") part = repeated(part);
        else if (char === "?") part = optional(part);
        else part = join([part, repeated(part)]);
        if (part.length > maxSteps) throw new BadPattern();
      }
      if (text[at] === "{") throw new BadPattern();
      parts.push(part);
    }
    return join(parts);
  }

  function readChoice(): Part {
    let part = readSequence();
    while (text[at] === "|") {
      at++;
      part = either(part, readSequence());
    }
    return part;
  }

  return (): Step[] => {
    const part = readChoice();
    if (at < text.length) throw new BadPattern();
    return [...part, { kind: "match" }];
  };
}

/** Whether a program matches somewhere in a text: all its places at once, so the time is their product at most. */
function search(program: readonly Step[], subject: string): boolean {
  let places = new Set<number>();
  for (let at = 0; at <= subject.length; at++) {
    const char = subject[at];
    const next = new Set<number>();
    const reached = new Set<number>();
    const open = [...places, 0];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (reached.has(place)) continue;
      reached.add(place);
      const step = program[place];
      if (step?.kind === "match") return true;
      if (step?.kind === "split") open.push(...step.to);
      else if (step?.kind === "start" && at === 0) open.push(place + 1);
      else if (step?.kind === "end" && char === undefined) open.push(place + 1);
      else if (step?.kind === "char" && char !== undefined && step.accepts(char)) next.add(place + 1);
    }
    places = next;
  }
  return false;
}

/** A word that is a whole choice: `read_file|(Edit)`. */
const wholeWord = /(?<=^|[|(^])[A-Za-z_]\w*(?=$|[|)$])/g;

/**
 * What a hook is about: nothing or `*` means everything, words with bars between mean exactly these, anything else is
 * searched for as a regular expression (groups, choices, classes, `.`, `*`, `+`, `?`, `^`, `$`), in time that grows
 * with the lengths only. `names`: the words are tools, in any client's spelling. `undefined`: it cannot be understood.
 */
export function compileMatcher(text: string, options: { names: boolean }): Matches | undefined {
  const pattern = text.trim();
  if (pattern === "" || pattern === "*") return () => true;
  if (pattern.length > maxPatternChars) return undefined;
  const toName = (word: string): string => (options.names ? canonicalToolName(word) : word);
  if (/^[\w\s|-]+$/.test(pattern)) {
    const names = new Set(pattern.split("|").map((word) => toName(word.trim())));
    return (subject) => names.has(toName(subject));
  }
  try {
    const program = createReader(pattern.replaceAll(wholeWord, toName))();
    return (subject) => search(program, toName(subject).slice(0, maxSubjectChars));
  } catch (error) {
    if (error instanceof BadPattern) return undefined;
    throw error;
  }
}
