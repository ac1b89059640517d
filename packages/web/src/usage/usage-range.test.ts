import { describe, expect, it } from "vitest";
import { daysOfRange, formatDay, ranges, startOfRange } from "./usage-range.ts";

describe("a range of days", () => {
  it("ends today, has every day once and begins at midnight, also where clocks change", () => {
    for (const now of [new Date(2026, 2, 30, 1, 30), new Date(2026, 10, 2, 23, 59), new Date(2028, 2, 1)]) {
      for (const range of ranges) {
        const days = daysOfRange(range, now.getTime());
        expect(new Set(days).size).toBe(range);
        const two = (value: number): string => String(value).padStart(2, "0");
        expect(days.at(-1)).toBe(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
        expect([...days].sort()).toEqual(days);
        const start = new Date(startOfRange(range, now.getTime()));
        expect([start.getHours(), start.getMinutes()]).toEqual([0, 0]);
        expect(days[0]).toContain(`-${two(start.getDate())}`);
      }
    }
    expect(daysOfRange(7, new Date(2028, 2, 1).getTime())).toContain("2028-02-29");
  });

  it("is named as the language writes days", () => {
    expect(formatDay("2026-07-01", "en")).toBe("Jul 1");
    expect(formatDay("2026-07-01", "zh-CN")).toBe("7月1日");
  });
});
