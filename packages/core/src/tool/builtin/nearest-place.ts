export interface Place {
  /** From 1. */
  line: number;
  /** The lines there. */
  text: string;
  /** All of it would match if whitespace did not count. */
  whitespaceOnly: boolean;
}

const maxLines = 50_000;
const maxNeedleLines = 200;
const maxLineChars = 500;
const shownLines = 6;
const enough = 0.5;

function squeeze(line: string): string {
  return line.slice(0, maxLineChars).replaceAll(/\s+/g, " ").trim();
}

/**
 * Where a text that was not found might have been meant: places that differ only in whitespace, else those
 * that share the most lines, else lines most like its longest one. At most three, best first.
 */
export function nearestPlaces(text: string, wanted: string): Place[] {
  const lines = text.split("\n", maxLines);
  const squeezed = lines.map(squeeze);
  const needle = wanted.split("\n", maxNeedleLines).map(squeeze);
  while (needle.length > 1 && needle.at(-1) === "") needle.pop();
  while (needle.length > 1 && needle[0] === "") needle.shift();
  if (needle.every((line) => line === "")) return [];
  const shared = bestOf(squeezed, (index) => sharedLines(squeezed, index, needle));
  const found = shared.length > 0 ? shared : likeLongest(squeezed, needle);
  const exact = found.filter((place) => place.score === 1 && shared.length > 0);
  return (exact.length > 0 ? exact : found).slice(0, 3).map(({ index, score }) => ({
    line: index + 1,
    text: lines
      .slice(index, index + Math.min(needle.length, shownLines))
      .map((line) => line.slice(0, maxLineChars))
      .join("\n"),
    whitespaceOnly: score === 1 && shared.length > 0,
  }));
}

interface Scored {
  index: number;
  score: number;
}

function bestOf(lines: readonly string[], scoreAt: (index: number) => number): Scored[] {
  let best: Scored[] = [];
  lines.forEach((_, index) => {
    const score = scoreAt(index);
    if (score < enough || (best.length === 3 && score <= (best[2]?.score ?? 0))) return;
    best = [...best, { index, score }].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, 3);
  });
  return best;
}

function sharedLines(lines: readonly string[], from: number, needle: readonly string[]): number {
  let same = 0;
  let counted = 0;
  for (const [offset, line] of needle.entries()) {
    if (line === "") continue;
    counted++;
    if (lines[from + offset] === line) same++;
    // The rest cannot make up for it any more.
    if (offset > 8 && same === 0) return 0;
  }
  return same / counted;
}

function likeLongest(lines: readonly string[], needle: readonly string[]): Scored[] {
  let longest = 0;
  for (const [index, line] of needle.entries())
    if (line.length > (needle[longest] ?? "").length) longest = index;
  const pairs = pairsOf(needle[longest] ?? "");
  return bestOf(lines, (index) => likeness(pairs, pairsOf(lines[index] ?? ""))).map(({ index, score }) => ({
    index: Math.max(0, index - longest),
    score: Math.min(score, 0.99),
  }));
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** The share of neighbouring pairs of characters that two lines have in common. */
function likeness(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
