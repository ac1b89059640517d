import type { CodeLine, Highlight } from "./highlight.ts";

const maxKept = 300;
const longestWaitMs = 500;

/** When the page has nothing better to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    else setTimeout(resolve, 0);
  });
}

/**
 * Colours one block after the other, each when the page is idle: many that come into sight together do not hold it up,
 * and what went out of sight meanwhile is left out. What was coloured once is kept for a while.
 */
export function createHighlightQueue(load: () => Promise<Highlight>): Highlight {
  const kept = new Map<string, CodeLine[]>();
  let last: Promise<unknown> = Promise.resolve();

  async function work(text: string, language: string, signal?: AbortSignal): Promise<CodeLine[] | undefined> {
    if (signal?.aborted) return undefined;
    await idle();
    const highlight = await load();
    if (signal?.aborted) return undefined;
    const lines = await highlight(text, language);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    if (lines) kept.set(`${language}\n${text}`, lines);
    return lines;
  }

  return (text, language, signal) => {
    const known = kept.get(`${language}\n${text}`);
    if (known) return Promise.resolve(known);
    const mine = last.then(() => work(text, language, signal));
    last = mine.catch(() => undefined);
    return mine;
  };
}
