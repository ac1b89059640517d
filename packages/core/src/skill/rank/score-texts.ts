import { foldText, scanWords, splitQuery, stem } from "./scan-words.ts";

/** A text, and how much a word counts in it. */
export interface WeighedText {
  text: string;
  weight: number;
}

const saturation = 1.2;
const lengthShare = 0.75;
const maxWords = 64;

interface Hit {
  place: number;
  word: number;
  weight: number;
}

/** The words of a query, with a quick test by which most words of a text are passed over. */
class Wanted {
  readonly count: number;
  readonly #places: ReadonlyMap<string, number>;
  /** For what two characters a word begins with; different ones may share a place. */
  readonly #starts = new Uint8Array(0x1000);

  constructor(words: readonly string[]) {
    this.count = words.length;
    this.#places = new Map(words.map((word, place) => [word, place]));
    for (const word of words) this.#starts[Wanted.#start(word, 0, word.length)] = 1;
  }

  /** No stem changes the first two characters. */
  static #start(text: string, start: number, end: number): number {
    const second = end - start > 1 ? text.charCodeAt(start + 1) : 0;
    return (text.charCodeAt(start) * 41 + second) & 0xfff;
  }

  mayStart(text: string, start: number, end: number): boolean {
    return this.#starts[Wanted.#start(text, start, end)] === 1;
  }

  findWord(text: string, start: number, end: number): number | undefined {
    return this.#places.get(stem(text.slice(start, end)));
  }

  findCharacters(text: string, start: number, end: number): number | undefined {
    return this.#places.get(text.slice(start, end));
  }
}

/** A list of texts, folded once, that any number of queries is scored against. */
export function createScorer(documents: readonly (readonly WeighedText[])[]): (query: string) => number[] {
  const folded = documents.map((texts) =>
    texts.map(({ text, weight }) => ({ text: foldText(text), weight })),
  );
  return (query) => {
    const wanted = new Wanted(splitQuery(query, maxWords));
    if (wanted.count === 0) return documents.map(() => 0);
    const hits: Hit[] = [];
    const lengths = folded.map((texts, place) => readDocument(texts, place, wanted, hits));
    return scoreHits(hits, lengths, wanted.count);
  };
}

/** Notes the wanted words of one document, each once with its whole weight, and returns its length in words. */
function readDocument(texts: readonly WeighedText[], place: number, wanted: Wanted, hits: Hit[]): number {
  const first = hits.length;
  let length = 0;
  const add = (word: number | undefined, weight: number): void => {
    if (word === undefined) return;
    for (let at = first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit?.word !== word) continue;
      hit.weight += weight;
      return;
    }
    hits.push({ place, word, weight });
  };
  for (const { text, weight } of texts)
    scanWords(
      text,
      (start, end) => {
        length++;
        if (wanted.mayStart(text, start, end)) add(wanted.findWord(text, start, end), weight);
      },
      (start, end, pairEnd) => {
        length++;
        add(wanted.findCharacters(text, start, end), weight);
        if (pairEnd !== undefined) add(wanted.findCharacters(text, start, pairEnd), weight);
      },
    );
  return length;
}

/** BM25: rare words count more, repeating one soon counts nothing, long texts count less. */
function scoreHits(hits: readonly Hit[], lengths: readonly number[], words: number): number[] {
  const holders = Array.from({ length: words }, () => 0);
  for (const { word } of hits) holders[word] = (holders[word] ?? 0) + 1;
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
  const scores = lengths.map(() => 0);
  for (const { place, word, weight } of hits) {
    const held = holders[word] ?? 0;
    const rarity = Math.log(1 + (lengths.length - held + 0.5) / (held + 0.5));
    const length = (lengths[place] ?? 0) / average;
    const share = weight / (weight + saturation * (1 - lengthShare + lengthShare * length));
    scores[place] = (scores[place] ?? 0) + rarity * share * (saturation + 1);
  }
  return scores.map((score) => Math.round(score * 1e6) / 1e6);
}
