import { mask } from "./redactor.ts";

export interface TextDiff {
  /** The first line that differs, from 1. */
  line: number;
  expected: string;
  got: string;
  /** A few lines that begin with ` `, `-` or `+`. */
  diff: string;
}

const around = 2;
const shown = 6;
const longest = 200;

function cutLine(line: string, from: number): string {
  if (line.length <= longest) return line;
  const start = Math.max(0, Math.min(from - longest / 4, line.length - longest));
  return `${start > 0 ? "…" : ""}${line.slice(start, start + longest)}${start + longest < line.length ? "…" : ""}`;
}

/** Where two lines begin to differ. */
function differsAt(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The first place where two texts differ, as a small diff; `undefined` where they are the same. */
export function diffTexts(expected: string, got: string): TextDiff | undefined {
  if (isSameText(expected, got)) return undefined;
  const [old, now] = [expected.split("\n"), got.split("\n")];
  let head = 0;
  while (head < old.length && head < now.length && isSameText(old[head] ?? "", now[head] ?? "")) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const from = differsAt(removed[0] ?? "", added[0] ?? "");
  const list = (mark: string, lines: readonly string[]): string[] => [
    ...lines.slice(0, shown).map((line) => `${mark}${cutLine(line, from)}`),
    ...(lines.length > shown ? [`${mark}…`] : []),
  ];
  const after = old.slice(old.length - tail, old.length - tail + around);
  return {
    line: head + 1,
    expected: cutLine(removed[0] ?? "", from),
    got: cutLine(added[0] ?? "", from),
    diff: [
      ...list(" ", old.slice(Math.max(0, head - around), head)),
      ...list("-", removed),
      ...list("+", added),
      ...list(" ", after),
    ].join("\n"),
  };
}

/** Where a secret was masked, anything may stand. */
export function isSameText(expected: string, got: string): boolean {
  if (expected === got) return true;
  if (!expected.includes(mask)) return false;
  const parts = expected.split(mask);
  const last = parts.pop() ?? "";
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (got.startsWith(part) ? 0 : -1) : got.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return got.length - last.length >= at && got.endsWith(last);
}
