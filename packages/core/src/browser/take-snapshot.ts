import type { Page } from "playwright-core";
import type { PageWords } from "./browser-failure.ts";
import { findElement, hasTarget, type ElementTarget } from "./find-element.ts";

export interface SnapshotOptions {
  words: PageWords;
  signal: AbortSignal;
  maxChars: number;
  target?: ElementTarget;
  depth?: number | undefined;
}

const snapshotMs = 15_000;
const findMs = 3_000;

/** Whole lines, up to the bound. */
function cutLines(text: string, maxChars: number, words: PageWords): string {
  if (text.length <= maxChars) return text;
  const end = text.lastIndexOf("\n", maxChars);
  const kept = text.slice(0, end === -1 ? maxChars : end);
  const left = text.slice(kept.length).split("\n").length - 1;
  return `${kept}\n${words("browser.snapshot.cut", { left: Math.max(1, left) })}`;
}

/** The accessibility tree of a page or of a part of it, with references for the calls that follow. */
export async function takeSnapshot(page: Page, options: SnapshotOptions): Promise<string> {
  const { words, signal, maxChars, target = {}, depth } = options;
  const how = {
    mode: "ai" as const,
    timeout: snapshotMs,
    signal,
    ...(depth === undefined ? {} : { depth }),
  };
  const part = hasTarget(target)
    ? await findElement(page, target, { words, signal, timeoutMs: findMs })
    : undefined;
  const text = await (part ? part.locator.ariaSnapshot(how) : page.ariaSnapshot(how));
  return text.trim() === "" ? words("browser.snapshot.empty") : cutLines(text, maxChars, words);
}
