import { describe, expect, it } from "vitest";
import { countRuns, formatPoints, formatShare, scaleOf } from "./eval-numbers.ts";

describe("numbers of evals", () => {
  it("are worded with what is not known left open", () => {
    expect([formatShare(0.857), formatShare(0), formatShare(null)]).toEqual(["86 %", "0 %", undefined]);
    expect([0.251, -0.1, 0.001, null].map(formatPoints)).toEqual(["+25", "−10", "0", undefined]);
  });

  it("are shown on the smallest scale that holds them", () => {
    expect(scaleOf([])).toBe(0.25);
    expect(scaleOf([{ mean: 0.1, interval: { low: -0.3, high: 0.4 } }])).toBe(0.5);
    expect(
      scaleOf([
        { mean: null, interval: null },
        { mean: -1, interval: null },
      ]),
    ).toBe(1);
  });

  it("say how many runs are asked for", () => {
    const counts = { cases: 4, triggers: 3 };
    expect(countRuns(counts, { runs: 2, kinds: "both", arms: 2 })).toBe(22);
    expect(countRuns(counts, { runs: 2, kinds: "cases", arms: 3 })).toBe(24);
    expect(countRuns(counts, { runs: 1, kinds: "triggers", arms: 2 })).toBe(3);
  });
});
