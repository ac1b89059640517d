import { describe, expect, it } from "vitest";
import { readDiff } from "./read-diff.ts";

const kinds = (diff: string): string[] => readDiff(diff).map(({ kind, text }) => `${kind} ${text}`);

describe("readDiff", () => {
  it("tells files, places and lines apart", () => {
    const diff = [
      "Changed: SKILL.md",
      "--- SKILL.md",
      "+++ SKILL.md",
      "@@ -7 +7 @@",
      " same",
      "-old",
      "+new",
      "Added: a.md",
      "--- /dev/null",
      "+++ a.md",
      "@@ -1 +1 @@",
      "+first",
    ].join("\n");
    expect(kinds(diff)).toEqual([
      "file Changed: SKILL.md",
      "place @@ -7 +7 @@",
      "same same",
      "removed old",
      "added new",
      "file Added: a.md",
      "added first",
    ]);
  });

  it("takes no line of a text for the name of a file", () => {
    const diff = [
      "Changed: a",
      "--- a",
      "+++ a",
      "@@ -1 +1 @@",
      "--- a rule",
      "+++ plus",
      "---",
      "+---",
    ].join("\n");
    expect(kinds(diff)).toEqual([
      "file Changed: a",
      "removed -- a rule",
      "added ++ plus",
      "removed --",
      "added ---",
    ]);
  });

  it("shows what is no difference of texts as a note, and nothing for nothing", () => {
    expect(kinds("Changed: logo.png\nlogo.png is not text")).toEqual([
      "note Changed: logo.png",
      "note logo.png is not text",
    ]);
    expect(readDiff("")).toEqual([]);
  });
});
