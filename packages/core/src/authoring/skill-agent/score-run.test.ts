import { describe, expect, it } from "vitest";
import { isWorthLooking, scoreRun, type RunFacts } from "./score-run.ts";

const none: RunFacts = { calls: 0, tools: 0, recovered: false, wrote: false, clarifications: 0 };

describe("what a run is worth", () => {
  it.each<[Partial<RunFacts>, number]>([
    [{}, 0],
    [{ calls: 2 }, 0],
    [{ calls: 3 }, 1],
    [{ tools: 1 }, 0],
    [{ tools: 2 }, 1],
    [{ recovered: true }, 2],
    [{ wrote: true }, 1],
    [{ clarifications: 1 }, 0],
    [{ clarifications: 2 }, 1],
    [{ calls: 9, tools: 4, recovered: true, wrote: true, clarifications: 3 }, 6],
  ])("%j counts %i", (facts, score) => expect(scoreRun({ ...none, ...facts })).toBe(score));

  it("is measured by how readily one looks", () => {
    const scores = [0, 1, 2, 3].map((calls) => {
      const facts = [
        none,
        { ...none, wrote: true },
        { ...none, recovered: true },
        { ...none, recovered: true, wrote: true },
      ];
      const one = facts[calls] ?? none;
      return [
        isWorthLooking(one, "aggressive"),
        isWorthLooking(one, "neutral"),
        isWorthLooking(one, "conservative"),
      ];
    });
    expect(scores).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });
});
