import { describe, expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

describe("diffLines", () => {
  it("turns one into the other, with no more changes than needed", () => {
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    for (let round = 0; round < 300; round += 1) {
      const make = (): string[] => Array.from({ length: random(14) }, () => String(random(4)));
      const [before, after] = [make(), make()];
      const lines = diffLines(before, after);
      expect(lines.filter(({ mark }) => mark !== "+").map(({ text }) => text)).toEqual(before);
      expect(lines.filter(({ mark }) => mark !== "-").map(({ text }) => text)).toEqual(after);
      expect(lines.filter(({ mark }) => mark === " ")).toHaveLength(longestCommon(before, after));
    }
  });

  it("ends in time on large and wholly different texts", () => {
    const before = Array.from({ length: 30_000 }, (_, n) => `a${n}`);
    const after = Array.from({ length: 30_000 }, (_, n) => `b${n}`);
    const started = performance.now();
    expect(diffLines(before, after)).toHaveLength(60_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let last = Array.from({ length: b.length + 1 }, () => 0);
  for (const x of a) {
    const next = [0];
    for (const [index, y] of b.entries()) {
      next.push(x === y ? (last[index] ?? 0) + 1 : Math.max(last[index + 1] ?? 0, next[index] ?? 0));
    }
    last = next;
  }
  return last.at(-1) ?? 0;
}
