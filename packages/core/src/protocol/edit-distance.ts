/**
 * How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other
 * (no part is edited twice). Works on characters, not on UTF-16 units.
 */
export function editDistance(from: string, to: string): number {
  const a = Array.from(from);
  const b = Array.from(to);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, left] of a.entries()) {
    const row = [i + 1];
    for (const [j, right] of b.entries()) {
      const replaced = at(last, j) + (left === right ? 0 : 1);
      let best = Math.min(at(last, j + 1) + 1, at(row, j) + 1, replaced);
      if (i > 0 && j > 0 && left === b[j - 1] && a[i - 1] === right)
        best = Math.min(best, at(beforeLast, j - 1) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
