interface Span {
  pos: number;
  end: number;
}

const betweenWords = /^(?:[ \t]|\\\n)*$/;
const betweenStatements = /^(?:[\s;&]|\\\n|(?<![^\s;&])#[^\n]*(?![^\n]))*$/;

/**
 * Text that a tolerant parser stepped over without a word: between the words of a command only blanks may stand,
 * between statements only separators and comments.
 */
export function findGap(
  source: string,
  spans: readonly Span[],
  among: "words" | "statements",
): string | undefined {
  const allowed = among === "words" ? betweenWords : betweenStatements;
  const sorted = spans.toSorted((a, b) => a.pos - b.pos);
  for (const [i, span] of sorted.entries()) {
    const before = sorted[i - 1];
    if (!before) continue;
    const gap = source.slice(before.end, span.pos);
    // The text of here-documents stands after the line they belong to.
    const isBody = among === "statements" && source.slice(before.pos, before.end).includes("<<");
    if (!isBody && !allowed.test(gap)) return gap.trim();
  }
  return undefined;
}
