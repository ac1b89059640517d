/**
 * Whether a list with stars (each stands for any number of items) fits a list. Looks back to the last star only,
 * so the time is the product of the lengths at worst.
 */
export function matchStars<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let resume = 0;
  while (i < items.length) {
    const part = pattern[p];
    if (p < pattern.length && isStar(part as P)) {
      star = p++;
      resume = i;
    } else if (p < pattern.length && fits(part as P, items[i] as T)) {
      p++;
      i++;
    } else if (star >= 0) {
      p = star + 1;
      i = ++resume;
    } else return false;
  }
  return pattern.slice(p).every(isStar);
}

/** One character of a pattern, or what stands for several. */
export type Sign = { star: true } | { any: true } | { is: string };

const isStar = (sign: Sign): boolean => "star" in sign;
const fits = (sign: Sign, character: string): boolean =>
  "any" in sign || ("is" in sign && sign.is === character);

/** Reads `*`, and `?` where it is one; a backslash makes them ordinary. */
export function readSigns(text: string, special: "*" | "*?"): Sign[] {
  const signs: Sign[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? "";
    const next = text[i + 1] ?? "";
    if (character === "\\" && next !== "" && `\\${special}`.includes(next)) {
      signs.push({ is: next });
      i++;
    } else if (character === "*") signs.push({ star: true });
    else if (character === "?" && special === "*?") signs.push({ any: true });
    else signs.push({ is: character });
  }
  return signs;
}

/** The text a pattern without stars stands for. */
export function literalOf(signs: readonly Sign[]): string | undefined {
  return signs.every((sign) => "is" in sign)
    ? signs.map((sign) => ("is" in sign ? sign.is : "")).join("")
    : undefined;
}

export function matchSigns(signs: readonly Sign[], text: string): boolean {
  const [first] = signs;
  // Most names differ from the start.
  if (first !== undefined && "is" in first && !text.startsWith(first.is)) return false;
  return matchStars(signs, text.split(""), isStar, fits);
}
