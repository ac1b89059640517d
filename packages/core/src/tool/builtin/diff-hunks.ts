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
  const lines = before === "" ? [] : before.split("\n");
  const starts: number[] = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const hunks: Hunk[] = [];
  let shift = 0;
  for (let index = 0; index < changes.length && hunks.length < maxHunks;) {
    const group = [changes[index++] as TextChange];
    const from = lineAt(starts, (group[0] as TextChange).start);
    let to = lineAt(starts, (group[0] as TextChange).end);
    for (
      let next = changes[index];
      next !== undefined && lineAt(starts, next.start) <= to;
      next = changes[index]
    ) {
      group.push(next);
      to = lineAt(starts, next.end);
      index++;
    }
    const removed = lines.slice(from, to + 1);
    const added = applyChanges(removed.join("\n"), group, starts[from] ?? 0).split("\n");
    hunks.push(hunkOf(lines, from, removed, added, shift));
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

/** The index of the line that an offset lies in. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

function hunkOf(
  lines: readonly string[],
  from: number,
  removed: string[],
  added: string[],
  shift: number,
): Hunk {
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
  const first = from + same;
  const last = from + removed.length - tail;
  const start = Math.max(0, first - contextLines);
  const body = [
    ...lines.slice(start, first).map((line) => ` ${line}`),
    ...removed.slice(same, removed.length - tail).map((line) => `-${line}`),
    ...added.slice(same, added.length - tail).map((line) => `+${line}`),
    ...lines.slice(last, last + contextLines).map((line) => ` ${line}`),
  ];
  return {
    oldStart: start + 1,
    newStart: start + 1 + shift,
    lines: body.slice(0, maxLines),
    omitted: Math.max(0, body.length - maxLines),
  };
}
