const longest = 64;

/** How many characters must be added, removed, changed or swapped with their neighbour. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

/** The names that someone may have meant, the likeliest first: those a few letters away, then those that contain it. */
export function nearestNames(names: readonly string[], text: string, count: number): string[] {
  const wanted = text.slice(0, longest);
  if (wanted === "") return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(names)]
    .flatMap((name) => {
      const part = name.includes(wanted) || (name.length > 2 && wanted.includes(name));
      const distance = part ? limit : editDistance(wanted, name.slice(0, longest), limit);
      return distance > limit ? [] : [{ name, distance }];
    })
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
