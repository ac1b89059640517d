import { describe, expect, it } from "vitest";
import { costOf } from "./price.ts";

describe("costOf", () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

  it("prices cached tokens apart from the input that counts them", () => {
    const usage = { input: 1_000_000, cacheRead: 600_000, cacheWrite: 100_000, output: 10_000 };
    expect(costOf(usage, price)).toBeCloseTo(0.3 * 3 + 0.6 * 0.3 + 0.1 * 3.75 + 0.01 * 15, 10);
  });

  it("counts cached tokens as input where no cache price is known", () => {
    expect(
      costOf({ input: 1_000_000, cacheRead: 1_000_000, output: 0 }, { input: 2, output: 8 }),
    ).toBeCloseTo(2, 10);
  });

  it("does not go below nothing when a provider counts the cache beside the input", () => {
    expect(costOf({ input: 10, cacheRead: 1_000_000, output: 0 }, price)).toBeCloseTo(0.3, 10);
  });

  it("applies the rates of long requests to the whole request, above their mark only", () => {
    const tiered = { input: 2, output: 6, long: { above: 200_000, input: 4, output: 12 } };
    expect(costOf({ input: 200_000, output: 1_000 }, tiered)).toBeCloseTo(0.4 + 0.006, 10);
    expect(costOf({ input: 200_001, output: 1_000 }, tiered)).toBeCloseTo(0.800004 + 0.012, 10);
  });

  it("does not charge reasoning twice: it is part of the output", () => {
    expect(costOf({ input: 0, output: 1_000_000, reasoning: 900_000 }, price)).toBeCloseTo(15, 10);
  });
});
