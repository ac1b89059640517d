export interface DiffLine {
  mark: " " | "-" | "+";
  text: string;
}

/** Beyond so many changed lines the middle is shown as replaced as a whole. */
const maxEdits = 600;

/** How one list of lines becomes another, with few changes (Myers); bounded in time and memory. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const keep = (text: string): DiffLine => ({ mark: " ", text });
  return [
    ...before.slice(0, start).map(keep),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(keep),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const trace = findTrace(before, after);
  if (trace === undefined) {
    return [
      ...before.map((text): DiffLine => ({ mark: "-", text })),
      ...after.map((text): DiffLine => ({ mark: "+", text })),
    ];
  }
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits - 1] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = comesFromAbove(reach, diagonal, edits);
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = reach.get(from) ?? 0;
    // Equal lines stand after the edit.
    for (const edited = down ? fromX : fromX + 1; x > edited; x -= 1) {
      lines.push({ mark: " ", text: before[x - 1] ?? "" });
    }
    y = x - diagonal;
    if (down) lines.push({ mark: "+", text: after[y - 1] ?? "" });
    else lines.push({ mark: "-", text: before[x - 1] ?? "" });
    x = fromX;
    y = fromX - from;
  }
  for (; x > 0; x -= 1) lines.push({ mark: " ", text: before[x - 1] ?? "" });
  return lines.reverse();
}

function comesFromAbove(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  return (
    diagonal === -edits ||
    (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1))
  );
}

/** For every number of edits how far each diagonal reaches; nothing where it takes too many. */
function findTrace(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  let last = new Map<number, number>();
  for (let edits = 0; edits <= Math.min(before.length + after.length, maxEdits); edits += 1) {
    const reach = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = 0;
      if (edits > 0) {
        x = comesFromAbove(last, diagonal, edits)
          ? (last.get(diagonal + 1) ?? 0)
          : (last.get(diagonal - 1) ?? 0) + 1;
      }
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (diagonal === before.length - after.length && x >= before.length) {
        trace.push(reach);
        return trace;
      }
    }
    trace.push(reach);
    last = reach;
  }
  return undefined;
}
