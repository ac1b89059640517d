import { describe, expect, it } from "vitest";
import { decideBetter } from "./decide-better.ts";

const scores = (...pairs: [number | null, number | null][]) =>
  pairs.map(([before, after], index) => ({ id: String(index), before, after }));
const ruleOf = (...pairs: [number | null, number | null][]): [boolean, string] => {
  const { accepted, rule } = decideBetter(scores(...pairs), 1);
  return [accepted, rule];
};

describe("whether a change is better", () => {
  it("with few cases: more is met and none lost anything", () => {
    expect(ruleOf([0, 1], [1, 1])).toEqual([true, "few"]);
    expect(ruleOf([0.5, 0.75])).toEqual([true, "few"]);
    expect(ruleOf([0, 1], [1, 0.5])).toEqual([false, "lost"]);
    expect(ruleOf([0.5, 0.5], [1, 1])).toEqual([false, "same"]);
    expect(ruleOf()).toEqual([false, "none"]);
    // A third three times is not quite one: that is no loss.
    expect(ruleOf([1, 1 / 3 + 1 / 3 + 1 / 3], [0, 1])).toEqual([true, "few"]);
  });

  it("is not known where a case broke with it; one that broke without it counts for neither side", () => {
    expect(ruleOf([0, 1], [1, null])).toEqual([false, "broken"]);
    expect(ruleOf([0, 1], [null, 0])).toEqual([true, "few"]);
    expect(ruleOf([null, 1], [null, null])).toEqual([false, "broken"]);
    expect(decideBetter(scores([0, 1], [1, null], [0, null]), 1).broken).toBe(2);
    expect(decideBetter(scores([null, null], [null, null]), 1).broken).toBe(2);
  });

  it("with six or more: the interval of the difference lies above 0", () => {
    const up: [number, number] = [0, 1];
    const same: [number, number] = [1, 1];
    const down: [number, number] = [1, 0];
    expect(ruleOf(up, up, up, up, same, same)).toEqual([true, "shown"]);
    expect(ruleOf(up, same, same, same, same, same, same)).toEqual([false, "unclear"]);
    expect(ruleOf(up, up, up, down, down, same)).toEqual([false, "unclear"]);
    expect(ruleOf(up, down, same, same, same, same)).toEqual([false, "same"]);
    expect(ruleOf(down, down, down, down, down, down)).toEqual([false, "same"]);
  });
});
