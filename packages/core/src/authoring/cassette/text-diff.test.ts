import { describe, expect, it } from "vitest";
import { diffTexts, isSameText } from "./text-diff.ts";

describe("two texts", () => {
  it("are shown by their first difference, with what stands around it", () => {
    const old = ["a", "b", "c", "d", "e", "f"].join("\n");
    const now = ["a", "b", "c", "D", "e", "f"].join("\n");
    expect(diffTexts(old, now)).toEqual({ line: 4, expected: "d", got: "D", diff: " b\n c\n-d\n+D\n e\n f" });
    expect(diffTexts("a", "a\nb")).toMatchObject({ line: 2, expected: "", got: "b", diff: " a\n+b" });
    expect(diffTexts(old, old)).toBeUndefined();
  });

  it("are cut around the difference where lines are long", () => {
    const found = diffTexts(
      `${"x".repeat(1_000)}a${"y".repeat(1_000)}`,
      `${"x".repeat(1_000)}b${"y".repeat(1_000)}`,
    );
    expect(found?.expected).toMatch(/^…x+ay+…$/);
    expect(found?.diff.length).toBeLessThan(500);
    const many = Array.from({ length: 100 }, (_, index) => String(index)).join("\n");
    expect(diffTexts("", many)?.diff.split("\n").length).toBeLessThan(10);
  });

  it("are the same where only a masked secret differs", () => {
    expect(isSameText("key *** end", "key abc end")).toBe(true);
    expect(isSameText("***", "")).toBe(true);
    expect(isSameText("a *** b *** c", "a 1 b 2 c")).toBe(true);
    expect(isSameText("a *** b", "a 1 c")).toBe(false);
    expect(isSameText("*** aa", "a")).toBe(false);
    expect(isSameText("abc***abc", "abc")).toBe(false);
  });
});
