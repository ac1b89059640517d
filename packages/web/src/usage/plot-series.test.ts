import { describe, expect, it } from "vitest";
import { maxSeries, plotSeries, stack } from "./plot-series.ts";

const zero = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  cost: 0,
  requests: 1,
  unpriced: 0,
  runs: 1,
  timeMs: 0,
};
const days = ["2026-07-01", "2026-07-02", "2026-07-03"];
const row = (day: string, model: string, skill: string | null, input: number) => ({
  ...zero,
  day,
  model,
  skill,
  input,
});

describe("plotSeries", () => {
  it("sums by day, greatest first, with empty days and nothing outside of the range", () => {
    const rows = [
      row("2026-07-01", "a", null, 1),
      row("2026-07-03", "b", "x", 5),
      row("2026-07-03", "b", null, 2),
      row("2026-06-30", "a", null, 100),
    ];
    expect(plotSeries(rows, days, { measure: "tokens", by: "model" })).toEqual([
      { name: "b", values: [0, 0, 7], total: 7 },
      { name: "a", values: [1, 0, 0], total: 1 },
    ]);
    expect(plotSeries(rows, days, { measure: "tokens", by: "skill" }).map(({ name }) => name)).toEqual([
      "x",
      null,
    ]);
    expect(plotSeries(rows, days, { measure: "cost", by: "model" })).toEqual([]);
  });

  it("makes one of all that cannot be told apart, and loses nothing", () => {
    const rows = Array.from({ length: 9 }, (_, index) => row("2026-07-02", `m${index}`, null, index + 1));
    const series = plotSeries(rows, days, { measure: "tokens", by: "model" });
    expect(series).toHaveLength(maxSeries);
    expect(series.at(-1)?.name).toBeUndefined();
    expect(series.reduce((sum, { total }) => sum + total, 0)).toBe(45);
    expect(stack(series).at(-1)).toEqual([0, 45, 0]);
  });
});
