import { cutText } from "../protocol/index.ts";

/** What happened in the browser that nobody asked for: told with the next result. */
export interface PageNews {
  add(line: string): void;
  /** Every line once, in order. */
  take(): string[];
}

const maxLines = 20;
const maxChars = 500;

export function createPageNews(): PageNews {
  let lines: string[] = [];
  return {
    add(line) {
      const short = cutText(line.replaceAll(/[\x00-\x1f\x7f]+/g, " "), maxChars);
      if (lines.length < maxLines && !lines.includes(short)) lines.push(short);
    },
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
