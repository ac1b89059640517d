import { describe, expect, it } from "vitest";
import { labelledDays } from "./labelled-days.ts";

describe("labelledDays", () => {
  it("names every day where there is room, always the last, and never more than fit", () => {
    expect(labelledDays(7, 900)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const [count, width] of [
      [7, 300],
      [30, 900],
      [90, 330],
      [90, 10],
    ] as const) {
      const places = labelledDays(count, width);
      expect(places.at(-1)).toBe(count - 1);
      expect(places.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(width / 64)));
      const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      expect(new Set(steps).size).toBeLessThanOrEqual(1);
    }
  });
});
