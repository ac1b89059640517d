import type { Diagnostic } from "../../protocol/index.ts";
import { maxDiagnostics } from "./limits.ts";

/** A word of a file in a message: one line, not endless. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

export interface Report {
  readonly diagnostics: Diagnostic[];
  add(severity: Diagnostic["severity"], code: string, message: string, line?: number): void;
  /** The line of the file that a key of frontmatter stands on. */
  lineOf(key: string): number | undefined;
}

/** Collects what is wrong with one file; lines are looked for only when something is. */
export function createReport(path: string, frontmatter: string, frontmatterLine: number): Report {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    add(severity, code, message, line) {
      if (diagnostics.length >= maxDiagnostics) return;
      diagnostics.push({ path, ...(line === undefined ? {} : { line }), severity, code, message });
    },
    lineOf(key) {
      const index = frontmatter.split("\n").findIndex((line) => {
        const text = line.trimStart().replace(/^["']/, "");
        return text.startsWith(key) && /^["']?\s*:/.test(text.slice(key.length));
      });
      return index === -1 ? undefined : frontmatterLine + index;
    },
  };
}
