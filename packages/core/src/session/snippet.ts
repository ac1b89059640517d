import { splitRuns } from "./tokenize.ts";

const around = 60;

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** A piece of `text` around the first place where a part of the query stands, on one line, `…` where it was cut. */
export function snippetOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  // Where lower case is longer than the original, places in it mean nothing: the beginning is shown then.
  const places = lower.length === text.length ? splitRuns(query).map((run) => lower.indexOf(run.text)) : [];
  const hits = places.filter((place) => place !== -1);
  const hit = hits.length === 0 ? 0 : Math.min(...hits);
  let from = Math.max(0, hit - around);
  let to = Math.min(text.length, hit + 2 * around);
  if (isLowSurrogate(text, from)) from--;
  if (isLowSurrogate(text, to)) to++;
  const piece = text.slice(from, to).replaceAll(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${piece}${to < text.length ? "…" : ""}`;
}
