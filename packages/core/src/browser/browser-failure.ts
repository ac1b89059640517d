import { createAreaWords, type AreaWords } from "../protocol/text/area.ts";
import { browserPageTexts } from "../protocol/text/browser-page.ts";
import type { Language } from "../protocol/index.ts";

export type PageWords = AreaWords<(typeof browserPageTexts)["en"]>;

export function createPageWords(language: Language): PageWords {
  return createAreaWords(browserPageTexts, language);
}

/** An expected failure of the browser, in words for the model and for people. */
export class BrowserFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BrowserFailure";
  }
}

const maxLines = 12;
const maxChars = 1_500;

/** What Playwright says, without colours and without the name of the method. */
export function plainMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .replaceAll(/\u001b\[[0-9;]*m/g, "")
    .replace(/^[a-zA-Z]+\.[a-zA-Z]+: /, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("Call log:"));
  return lines.slice(0, maxLines).join("\n").slice(0, maxChars);
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
