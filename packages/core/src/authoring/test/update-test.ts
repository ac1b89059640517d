import { chmod, readFile, stat } from "node:fs/promises";
import { applyEdits, modify } from "jsonc-parser";
import { writeAtomic } from "../../environment/write-atomic.ts";
import type { Language } from "../../protocol/index.ts";
import { diffLines } from "../../skill/grants/line-diff.ts";
import { parseTestFile } from "./read-tests.ts";
import type { FoundTest } from "./skill-test.ts";

export interface Fix {
  /** Inside `expect`. */
  at: (string | number)[];
  value: unknown;
}

const around = 1;

/** The changed lines with a little around them. */
function showDiff(before: string, after: string): string {
  const lines = diffLines(before.split("\n"), after.split("\n"));
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ mark }) => mark !== " ");
  return lines.flatMap(({ mark, text }, index) => (isNear(index) ? [`${mark}${text}`] : [])).join("\n");
}

/** Writes expectations anew; comments and all else in the file stay. Gives what changed. */
export async function updateTest(
  { file, at }: FoundTest,
  fixes: readonly Fix[],
  language: Language,
): Promise<string> {
  const before = await readFile(file, "utf8");
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: before.includes("\r\n") ? "\r\n" : "\n" };
  let text = before;
  for (const fix of fixes)
    text = applyEdits(text, modify(text, [...at, "expect", ...fix.at], fix.value, { formattingOptions }));
  // What cannot be read any more is never written.
  parseTestFile(file, text, language);
  if (text !== before) {
    const { mode } = await stat(file);
    await writeAtomic(file, text);
    await chmod(file, mode & 0o777);
  }
  return showDiff(before, text);
}
