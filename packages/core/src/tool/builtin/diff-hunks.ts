export interface TextChange {
  /** Offsets into the old text. */
  start: number;
  end: number;
  /** What stands there afterwards. */
  text: string;
}

/** A piece of a diff: lines start with `-`, `+` or a blank, as in a unified diff. */
export interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
  /** Lines that were left out because the hunk was too long. */
  omitted: number;
}

const contextLines = 3;
const maxHunks = 50;
const maxLines = 400;

/** The changes of a text, in order and without overlap, as hunks for a screen; bounded. */
export function hunksOf(before: string, changes: readonly TextChange[]): Hunk[] {
  const real = changes.flatMap((change) => narrow(before, change));
  const hunks: Hunk[] = [];
  let shift = 0;
  let counted = { offset: 0, lines: 0 };
  for (let index = 0; index < real.length && hunks.length < maxHunks;) {
    const group = [real[index++] as TextChange];
    const from = lineStart(before, (group[0] as TextChange).start);
    let to = lineEnd(before, (group[0] as TextChange).end);
    for (let next = real[index]; next !== undefined && next.start <= to; next = real[index]) {
      group.push(next);
      to = lineEnd(before, next.end);
      index++;
    }
    const old = before.slice(from, to);
    const removed = before === "" ? [] : old.split("\n");
    const added = applyChanges(old, group, from).split("\n");
    counted = { offset: from, lines: counted.lines + countLines(before, counted.offset, from) };
    hunks.push(hunkOf(before, { from, to, line: counted.lines, shift }, removed, added));
    shift += added.length - removed.length;
  }
  return hunks;
}

/** Replaces the changed places; offsets count from `origin`. */
export function applyChanges(text: string, changes: readonly TextChange[], origin = 0): string {
  let result = "";
  let at = 0;
  for (const change of changes) {
    result += text.slice(at, change.start - origin) + change.text;
    at = change.end - origin;
  }
  return result + text.slice(at);
}

/** A change without what is the same before and after at its ends; none where nothing is left. */
function narrow(before: string, change: TextChange): TextChange[] {
  const old = before.slice(change.start, change.end);
  const head = sharedHead(old, change.text);
  const tail = sharedTail(old, change.text, Math.min(old.length, change.text.length) - head);
  const text = change.text.slice(head, change.text.length - tail);
  const narrowed = { start: change.start + head, end: change.end - tail, text };
  return text === "" && narrowed.start === narrowed.end ? [] : [narrowed];
}

const block = 4_096;

/** Whole blocks are compared first, which takes no time. */
function sharedHead(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  let at = 0;
  while (at + block <= max && a.slice(at, at + block) === b.slice(at, at + block)) at += block;
  while (at < max && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function sharedTail(a: string, b: string, max: number): number {
  let at = 0;
  const piece = (text: string) => text.slice(text.length - at - block, text.length - at);
  while (at + block <= max && piece(a) === piece(b)) at += block;
  while (at < max && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++;
  return at;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** Where a hunk lies: from the start of a line to the end of one, and how many lines stand before it. */
interface Extent {
  from: number;
  to: number;
  line: number;
  /** By how many lines the changes before it made the text longer. */
  shift: number;
}

function hunkOf(before: string, { from, to, line, shift }: Extent, removed: string[], added: string[]): Hunk {
  let same = 0;
  while (same < removed.length && same < added.length && removed[same] === added[same]) same++;
  let tail = 0;
  while (
    tail < removed.length - same &&
    tail < added.length - same &&
    removed[removed.length - 1 - tail] === added[added.length - 1 - tail]
  ) {
    tail++;
  }
  const above = [...linesBefore(before, from), ...removed.slice(0, same)].slice(-contextLines);
  const below = [...removed.slice(removed.length - tail), ...linesAfter(before, to)].slice(0, contextLines);
  const gone = removed.slice(same, removed.length - tail);
  const come = added.slice(same, added.length - tail);
  const start = line + same - above.length;
  const body = [
    ...above.map((text) => ` ${text}`),
    ...gone.slice(0, maxLines).map((text) => `-${text}`),
    ...come.slice(0, maxLines).map((text) => `+${text}`),
    ...below.map((text) => ` ${text}`),
  ];
  const total = above.length + gone.length + come.length + below.length;
  const lines = body.slice(0, maxLines);
  return { oldStart: start + 1, newStart: start + 1 + shift, lines, omitted: total - lines.length };
}

function linesBefore(text: string, offset: number): string[] {
  if (offset === 0) return [];
  let from = offset - 1;
  for (let count = 0; count < contextLines && from > 0; count++) from = lineStart(text, from) - 1;
  return text
    .slice(Math.max(from + 1, 0), offset - 1)
    .split("\n")
    .slice(-contextLines);
}

function linesAfter(text: string, offset: number): string[] {
  if (offset >= text.length) return [];
  let to = offset;
  for (let count = 0; count < contextLines && to < text.length; count++) to = lineEnd(text, to + 1);
  return text
    .slice(offset + 1, to)
    .split("\n")
    .slice(0, contextLines);
}
