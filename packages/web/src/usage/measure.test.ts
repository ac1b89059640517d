import { describe, expect, it } from "vitest";
import { formatMeasure, formatTick, timeSteps, tokensOf, valueOf } from "./measure.ts";

const numbers = {
  input: 10,
  output: 5,
  cacheRead: 100,
  cacheWrite: 20,
  reasoning: 3,
  cost: 0.5,
  requests: 2,
  unpriced: 1,
  runs: 1,
  timeMs: 90_000,
};

describe("measures", () => {
  it("count what is cached too, and reasoning once", () => {
    expect(tokensOf(numbers)).toBe(135);
    expect(valueOf(numbers, "tokens")).toBe(135);
    expect(valueOf(numbers, "cost")).toBe(0.5);
    expect(valueOf(numbers, "time")).toBe(90_000);
  });

  it("are worded for people", () => {
    expect(formatMeasure(0, "cost")).toBe("$0");
    expect(formatMeasure(0.0012, "cost")).toBe("$0.0012");
    expect(formatMeasure(1234.4, "tokens")).toBe("1.2k");
    expect([0, 90_000, 3_599_000, 38_880_000].map((ms) => formatMeasure(ms, "time"))).toEqual([
      "0 s",
      "2 min",
      "1.0 h",
      "10.8 h",
    ]);
  });

  it("have short ticks without digits that say nothing", () => {
    expect([0, 0.5, 2, 2.5, 0.002].map((value) => formatTick(value, "cost"))).toEqual([
      "0",
      "$0.5",
      "$2",
      "$2.5",
      "$0.002",
    ]);
    expect(formatTick(20_000, "tokens")).toBe("20k");
    for (const step of timeSteps) expect(formatTick(step, "time")).toMatch(/^\d+ (s|min|h)$/);
  });
});
