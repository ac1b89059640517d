import { lazy } from "../protocol/lazy.ts";

const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々`;
const runPattern = lazy(
  () => new RegExp(`([${scripts}]+)|((?:(?![${scripts}])[\\p{L}\\p{N}\\p{M}_])+)`, "gu"),
);

/** Scripts written without spaces come as a run of characters, everything else as a word. */
export type Run = { kind: "characters" | "word"; text: string };

export function splitRuns(text: string): Run[] {
  // The pattern of all scripts takes longer to make than most texts to split.
  if (/^[\0-\x7F]*$/.test(text))
    return (text.toLowerCase().match(/\w+/g) ?? []).map((word) => ({ kind: "word", text: word }));
  const runs: Run[] = [];
  for (const [, characters, word] of text.normalize("NFKC").toLowerCase().matchAll(runPattern())) {
    if (characters !== undefined) runs.push({ kind: "characters", text: characters });
    else if (word !== undefined) runs.push({ kind: "word", text: word });
  }
  return runs;
}

/** `数据库` becomes `数据`, `据库`. */
function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/**
 * The words of a text, for an index that only knows spaces. Every pair of neighbouring characters is a word,
 * so that two-character words are found wherever they stand; the last character stands alone too, so that a
 * single character is the beginning of some word wherever it stands.
 */
export function tokenize(text: string): string[] {
  return splitRuns(text).flatMap((run) => {
    if (run.kind === "word") return [run.text];
    const characters = Array.from(run.text);
    return [...pairs(characters), characters.at(-1) ?? ""];
  });
}

/** Words that stand next to each other; `prefix`: the last of them may go on. */
export interface Phrase {
  words: string[];
  prefix: boolean;
}

/** A query as phrases, all of which a text must have, in the words that `tokenize` made of it. */
export function parseQuery(query: string): Phrase[] {
  return splitRuns(query).map((run) => {
    if (run.kind === "word") return { words: [run.text], prefix: true };
    const characters = Array.from(run.text);
    return characters.length === 1
      ? { words: characters, prefix: true }
      : { words: pairs(characters), prefix: false };
  });
}
