import { describe, expect, it } from "vitest";
import { hunksOf } from "./diff-hunks.ts";

const whole = (before: string, after: string) =>
  hunksOf(before, [{ start: 0, end: before.length, text: after }]);

/** Puts a diff together again: what was there, and what is there now. */
function sidesOf(before: string, after: string): { old: string; now: string } {
  const oldLines = before === "" ? [] : before.split("\n");
  const nowLines: string[] = [];
  let at = 0;
  for (const hunk of whole(before, after)) {
    nowLines.push(...oldLines.slice(at, hunk.oldStart - 1));
    at = hunk.oldStart - 1;
    expect(hunk.newStart - 1).toBe(nowLines.length);
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (!line.startsWith("+")) expect(oldLines[at++]).toBe(text);
      if (!line.startsWith("-")) nowLines.push(text);
    }
  }
  return { old: before, now: [...nowLines, ...oldLines.slice(at)].join("\n") };
}

describe("hunksOf", () => {
  it("shows what was added, removed and replaced with three lines around", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
    const before = lines.join("\n");
    expect(whole(before, before.replace("line 6", "six"))).toEqual([
      {
        oldStart: 3,
        newStart: 3,
        lines: [" line 3", " line 4", " line 5", "-line 6", "+six", " line 7", " line 8", " line 9"],
        omitted: 0,
      },
    ]);
    expect(whole(before, before.replace("line 6\n", ""))[0]?.lines).toContain("-line 6");
    expect(whole(before, `new\n${before}`)[0]).toMatchObject({
      oldStart: 1,
      newStart: 1,
      lines: ["+new", " line 1", " line 2", " line 3"],
    });
    expect(whole("", "a\nb")).toEqual([{ oldStart: 1, newStart: 1, lines: ["+a", "+b"], omitted: 0 }]);
    expect(whole(before, before)).toEqual([]);
  });

  it("gives what makes the new text of the old one, whatever they are", () => {
    let seed = 7;
    const random = (max: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % max;
    const text = () =>
      Array.from({ length: random(12) }, () => "abc\n\n".charAt(random(5)).repeat(random(3) + 1)).join("");
    for (let round = 0; round < 2_000; round++) {
      const [before, after] = [text(), text()];
      expect([before, after, sidesOf(before, after).now]).toEqual([before, after, after]);
    }
  });

  it("is bounded and quick for large texts", () => {
    const before = "some line of text\n".repeat(300_000);
    const began = performance.now();
    const [hunk] = whole(before, before.replaceAll("some", "another"));
    expect(hunk?.lines).toHaveLength(400);
    expect(hunk?.omitted).toBeGreaterThan(500_000);
    expect(hunksOf(before, [{ start: 9, end: 9, text: "x" }])).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
