import { describe, expect, it } from "vitest";
import { hashToUnit } from "./seeded-random.ts";
import { splitCases } from "./split-cases.ts";
import {
  bootstrapInterval,
  compareOf,
  meanOf,
  quantileOf,
  rateOf,
  spreadOf,
  stddevOf,
  wilsonInterval,
} from "./statistics.ts";

describe("mean and standard deviation", () => {
  it("are those of the sample", () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(meanOf(values)).toBe(5);
    // Squares of the deviations: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32; 32 / 7.
    expect(stddevOf(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(spreadOf([0.5, 1])).toEqual({ mean: 0.75, stddev: Math.sqrt(0.125), min: 0.5, max: 1, count: 2 });
  });

  it("say nothing of what cannot be known", () => {
    expect(meanOf([])).toBeNull();
    expect(stddevOf([3])).toBeNull();
    expect(spreadOf([])).toEqual({ mean: null, stddev: null, min: null, max: null, count: 0 });
  });
});

describe("Wilson's interval", () => {
  it.each([
    // By hand: (p + z²/2n ± z√(p(1−p)/n + z²/4n²)) / (1 + z²/n) with z = 1.959964.
    [8, 10, 0.490162, 0.943318],
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
    [1, 2, 0.094531, 0.905469],
    [50, 100, 0.403832, 0.596168],
  ])("%i of %i", (hits, total, low, high) => {
    const interval = wilsonInterval(hits, total);
    expect(interval?.low).toBeCloseTo(low, 5);
    expect(interval?.high).toBeCloseTo(high, 5);
  });

  it("is unknown without a try", () =>
    expect(rateOf(0, 0)).toEqual({ hits: 0, total: 0, rate: null, interval: null }));
});

describe("the bootstrap", () => {
  it("takes quantiles between two values", () => {
    expect(quantileOf([0, 10], 0.25)).toBe(2.5);
    expect(quantileOf([1, 2, 3], 1)).toBe(3);
  });

  it("is exact where nothing varies", () =>
    expect(bootstrapInterval([0.5, 0.5, 0.5], 7)).toEqual({ low: 0.5, high: 0.5 }));

  it("is the same for the same seed", () => {
    const values = [0.1, 0.9, 0.4, -0.2, 0.7];
    expect(bootstrapInterval(values, 3)).toEqual(bootstrapInterval(values, 3));
    expect(bootstrapInterval(values, 3)).not.toEqual(bootstrapInterval(values, 4));
  });

  it("agrees with the binomial distribution", () => {
    // Ten differences, half of them 1: the sum of a resample is binomial(10, ½), whose 2.5 % and 97.5 % points are 2 and 8.
    const values = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
    expect(bootstrapInterval(values, 1)).toEqual({ low: 0.2, high: 0.8 });
  });
});

describe("a comparison", () => {
  const pairs = (...differences: number[]): [number, number][] => differences.map((by) => [0.5, 0.5 + by]);

  it("claims nothing where the interval includes 0", () => {
    const compared = compareOf(pairs(0.5, -0.5, 0.5, -0.5, 0.5, -0.25, 0), 1);
    expect(compared.mean).toBeCloseTo(0.25 / 7, 12);
    expect(compared.verdict).toBe("unclear");
  });

  it("claims nothing with too few cases, however equal they are", () => {
    expect(compareOf(pairs(0.5, 0.5, 0.5, 0.5, 0.5), 1).verdict).toBe("too-few");
    expect(compareOf(pairs(0.5, 0.5, 0.5, 0.5, 0.5, 0.5), 1).verdict).toBe("better");
    expect(compareOf(pairs(-0.5, -0.5, -0.5, -0.5, -0.5, -0.5), 1).verdict).toBe("worse");
    expect(compareOf([], 1)).toEqual({ mean: null, interval: null, pairs: 0, verdict: "too-few" });
  });
});

describe("the held-out part", () => {
  const ids = Array.from({ length: 200 }, (_, index) => `case-${index}`);

  it("is the same whatever stands around a case", () => {
    const all = splitCases(ids, { share: 0.4, seed: 1 });
    const some = splitCases(ids.toReversed().slice(50), { share: 0.4, seed: 1 });
    for (const [id, part] of some) expect([id, all.get(id)]).toEqual([id, part]);
  });

  it("has about its share, differs by seed and is never all or nothing", () => {
    const count = [...splitCases(ids, { share: 0.4, seed: 1 }).values()].filter(
      (part) => part === "held-out",
    ).length;
    expect(count).toBeGreaterThan(60);
    expect(count).toBeLessThan(100);
    expect([...splitCases(ids, { share: 0.4, seed: 2 })]).not.toEqual([
      ...splitCases(ids, { share: 0.4, seed: 1 }),
    ]);
    for (let seed = 0; seed < 20; seed += 1)
      expect(new Set(splitCases(["a", "b"], { share: 0.4, seed }).values()).size).toBe(2);
    expect([...splitCases(["a", "b"], { share: 0, seed: 1 }).values()]).toEqual(["training", "training"]);
    expect(hashToUnit("1", "a")).toBe(hashToUnit("1", "a"));
  });
});
