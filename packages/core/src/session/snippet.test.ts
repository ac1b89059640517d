import { describe, expect, it } from "vitest";
import { snippetOf } from "./snippet.ts";

describe("snippetOf", () => {
  it("shows a short text whole, on one line", () => {
    expect(snippetOf("one\n\ntwo  three", "two")).toBe("one two three");
  });

  it("cuts around the hit", () => {
    const snippet = snippetOf(`${"a ".repeat(200)}Needle${" b".repeat(200)}`, "needle");
    expect(snippet).toMatch(/^….*Needle.*…$/);
    expect(snippet.length).toBeLessThan(200);
  });

  it("begins at the beginning where nothing is found literally", () => {
    expect(snippetOf(`Café ${"x".repeat(300)}`, "cafe")).toMatch(/^Café x+…$/);
  });

  it("never cuts a character in two", () => {
    for (let shift = 0; shift < 4; shift++) {
      const snippet = snippetOf(`${"x".repeat(shift)}${"😀".repeat(80)}针${"😀".repeat(80)}`, "针");
      expect(snippet.isWellFormed()).toBe(true);
    }
  });
});
