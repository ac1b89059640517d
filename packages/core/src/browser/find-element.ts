import type { Locator, Page } from "playwright-core";
import { BrowserFailure, isTimeout, plainMessage, type PageWords } from "./browser-failure.ts";
import { nearestElements } from "./nearest-elements.ts";
import { listElements, type FoundElement } from "./page-scripts.ts";

export interface ElementTarget {
  ref?: string | undefined;
  selector?: string | undefined;
}

export interface FoundTarget {
  locator: Locator;
  /** As the caller named it. */
  label: string;
  /** Something to tell about how it was found. */
  note?: string;
}

export interface FindElementOptions {
  words: PageWords;
  signal: AbortSignal;
  timeoutMs: number;
}

export function hasTarget({ ref, selector }: ElementTarget): boolean {
  return (ref ?? selector ?? "") !== "";
}

/** `e12`, `[ref=e12]`, `ref=e12`, and within frames `f1e12`. */
function readRef(text: string): string | undefined {
  return /^\[?(?:ref=)?((?:f\d+)?e\d+)\]?$/.exec(text.trim())?.[1];
}

async function describeNearest(page: Page, selector: string, words: PageWords): Promise<string> {
  const elements = await page.evaluate<FoundElement[]>(listElements).catch(() => []);
  const lines = nearestElements(selector, elements);
  return lines.length === 0
    ? words("browser.notFoundEmpty", { selector })
    : words("browser.notFound", { selector, candidates: lines.join("\n") });
}

async function findByRef(page: Page, text: string, words: PageWords): Promise<FoundTarget> {
  const ref = readRef(text);
  const locator = ref === undefined ? undefined : page.getByRef(ref);
  // A reference to something that is gone is no match, or an error, depending on what is gone.
  const count = await locator?.count().catch(() => 0);
  if (!locator || !count) throw new BrowserFailure(words("browser.noRef", { ref: text.slice(0, 100) }));
  return { locator, label: ref ?? text };
}

/** The element that a call means, waited for. What cannot be found names what is nearest to it. */
export async function findElement(
  page: Page,
  { ref, selector }: ElementTarget,
  options: FindElementOptions,
): Promise<FoundTarget> {
  const { words, signal, timeoutMs } = options;
  if (ref !== undefined && ref !== "") return findByRef(page, ref, words);
  if (selector === undefined || selector === "") throw new BrowserFailure(words("browser.whichElement"));
  const all = page.locator(selector);
  try {
    await all.first().waitFor({ state: "attached", timeout: timeoutMs, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isTimeout(error))
      throw new BrowserFailure(await describeNearest(page, selector, words), { cause: error });
    const message = plainMessage(error);
    if (!/selector|token|parsing|engine/i.test(message)) throw error;
    throw new BrowserFailure(words("browser.badSelector", { selector, message }), { cause: error });
  }
  const count = await all.count();
  return {
    locator: all.first(),
    label: selector,
    ...(count > 1 ? { note: words("browser.several", { selector, count }) } : {}),
  };
}
