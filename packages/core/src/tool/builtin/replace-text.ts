import type { TextChange } from "./diff-hunks.ts";

/** A text with `\n` as its only line end, and where each `\r` stood before one. */
export interface NormalText {
  text: string;
  /** Offsets into `text` of the line ends that had a `\r`. */
  returns: number[];
}

export function normalise(text: string): NormalText {
  const returns: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2))
    returns.push(at - returns.length);
  return { text: returns.length > 0 ? text.replaceAll("\r\n", "\n") : text, returns };
}

/** How many line ends with a `\r` lie before an offset: by so much the original is ahead. */
function returnsBefore(returns: readonly number[], offset: number): number {
  let low = 0;
  let high = returns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((returns[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function findAll(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** The changes that replace `part` at the given offsets of a normal text. */
export function changesAt(offsets: readonly number[], part: string, replacement: string): TextChange[] {
  return offsets.map((start) => ({ start, end: start + part.length, text: replacement }));
}

/**
 * The same changes for the original text. Lines that are not touched keep their ends, whatever mix they are;
 * new lines end as the replaced ones did, or as most of the file does.
 */
export function toOriginal(normal: NormalText, changes: readonly TextChange[]): TextChange[] {
  const { text, returns } = normal;
  let lineEnds = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineEnds++;
  const mostly = returns.length * 2 > lineEnds;
  return changes.map((change) => {
    const before = returnsBefore(returns, change.start);
    const inside = returnsBefore(returns, change.end) - before;
    const crosses = text.slice(change.start, change.end).includes("\n");
    const withReturn = crosses ? inside > 0 : mostly;
    return {
      start: change.start + before,
      end: change.end + before + inside,
      text: withReturn ? change.text.replaceAll("\n", "\r\n") : change.text,
    };
  });
}

/** The numbers of the lines, from 1, that the offsets lie in. Offsets must ascend. */
export function lineNumbers(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let at = 0;
  return offsets.map((offset) => {
    for (let end = text.indexOf("\n", at); end !== -1 && end < offset; end = text.indexOf("\n", at)) {
      line++;
      at = end + 1;
    }
    return line;
  });
}
