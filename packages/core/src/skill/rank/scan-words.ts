/** What a character is to a search: nothing, part of a word, or a word by itself (scripts without blanks). */
const none = 0;
const part = 1;
const whole = 2;

function kindOf(code: number): number {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? part : none;
  if (code < 0x2000) return code >= 0xc0 && code !== 0xd7 && code !== 0xf7 ? part : none;
  if (code >= 0x2c00 && code < 0x2e00) return part;
  const isWhole =
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30fe) ||
    (code >= 0x3105 && code <= 0x318e) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xd840 && code <= 0xd88d) ||
    (code >= 0xf900 && code <= 0xfaff);
  return isWhole ? whole : none;
}

/** The form that texts are scanned in. */
export function foldText(text: string): string {
  return (/^[\0-\x7F]*$/.test(text) ? text : text.normalize("NFKC")).toLowerCase();
}

/**
 * Walks over a folded text once. Words come as they stand; every character of a script without blanks comes by
 * itself, with its neighbour's end where that is one too, and none where it is not.
 */
export function scanWords(
  text: string,
  onWord: (start: number, end: number) => void,
  onCharacter: (start: number, end: number, pairEnd: number | undefined) => void,
): void {
  let at = 0;
  const endAt = (place: number): number => {
    const code = text.charCodeAt(place);
    return code >= 0xd800 && code <= 0xdbff ? place + 2 : place + 1;
  };
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === none) at++;
    else if (kind === part) {
      const start = at++;
      while (at < text.length && kindOf(text.charCodeAt(at)) === part) at++;
      onWord(start, at);
    } else {
      const end = endAt(at);
      const hasNext = end < text.length && kindOf(text.charCodeAt(end)) === whole;
      onCharacter(at, end, hasNext ? endAt(end) : undefined);
      at = end;
    }
  }
}

/** One form for `skill` and `skills`, `test`, `tests` and `testing`. Only endings change, and only plain ones. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return stem(word.slice(0, -1));
  if (word.endsWith("ing") && word.length > 5) return undouble(word.slice(0, -3));
  if (word.endsWith("ed") && word.length > 4) return undouble(word.slice(0, -2));
  return word.endsWith("e") ? word.slice(0, -1) : word;
}

function undouble(word: string): string {
  const last = word.at(-1) ?? "";
  return last === word.at(-2) && !"lsz".includes(last) ? word.slice(0, -1) : word;
}

/** Words that say nothing about what a skill is for. */
const emptyWords = new Set(
  (
    "a about after all also always am an and any are as at be been before but by can could did do does don each every for " +
    "from get had has have he her his how i if in into is it its just let like make may me more most must my need no not " +
    "of on once only or other our out over own please shall she should so some such than that the their them then there " +
    "these they this those to too up us use used user using very via want was we were what when whenever where which " +
    "while who why will with would you your"
  ).split(" "),
);

/**
 * The words that a query looks for: `数据库` as `数据` and `据库`, a single character only where it stands alone.
 * At most `limit`.
 */
export function splitQuery(query: string, limit: number): string[] {
  const text = foldText(query);
  const words = new Set<string>();
  let isPaired = false;
  scanWords(
    text,
    (start, end) => {
      isPaired = false;
      const word = text.slice(start, end);
      if (!emptyWords.has(word)) words.add(stem(word));
    },
    (start, end, pairEnd) => {
      if (pairEnd !== undefined) words.add(text.slice(start, pairEnd));
      else if (!isPaired) words.add(text.slice(start, end));
      isPaired = pairEnd !== undefined;
    },
  );
  return [...words].slice(0, limit);
}
