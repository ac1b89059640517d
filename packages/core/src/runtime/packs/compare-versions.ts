interface Version {
  numbers: number[];
  /** Empty for a release. */
  pre: string[];
}

function parse(text: string): Version | undefined {
  const [, numbers, pre = ""] =
    /^v?(\d+(?:\.\d+){0,2})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text) ?? [];
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split(".").map(Number), pre: pre === "" ? [] : pre.split(".") };
}

function comparePart(a: string, b: string): number {
  const [isA, isB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isA && isB) return Number(a) - Number(b);
  if (isA !== isB) return isA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Whether one version comes before another as semver orders them. What is no version is never older. */
export function isOlder(text: string | undefined, than: string | undefined): boolean {
  const [a, b] = [parse(text ?? ""), parse(than ?? "")];
  if (!a || !b) return false;
  for (const index of [0, 1, 2]) {
    const order = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (order !== 0) return order < 0;
  }
  return comparePre(a.pre, b.pre) < 0;
}
