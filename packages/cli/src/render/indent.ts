import { sanitize } from "./sanitize.ts";

/** Many lines of unknown origin, set apart from our own so that none can pass for one of them. */
export function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${sanitize(line)}`.trimEnd())
    .join("\n");
}
