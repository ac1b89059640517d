import { describe, expect, it } from "vitest";
import { enhanceResult, evaluateResult, levelOf, overallScore } from "../../protocol/skill-result.ts";
import { findJson, readResult } from "./read-result.ts";

describe("the JSON of a reply", () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['Text {x}\n```json\n{"a": 1}\n```\n', { a: 1 }],
    ['```json\n{"a": 0}\n```\nthen\n```\n{"a": 1}\n```', { a: 1 }],
    ['So: {"a": {"b": [1, "}"]}}', { a: { b: [1, "}"] } }],
    ['{"a": 1} and nothing more.', { a: 1 }],
    [
      `So: ${JSON.stringify({ list: Array.from({ length: 60 }, () => ({ a: 1 })) })}`,
      { list: Array.from({ length: 60 }, () => ({ a: 1 })) },
    ],
    ["no object", undefined],
    ["[1, 2]", undefined],
    ["{broken", undefined],
    ["", undefined],
  ])("%s", (reply, value) => expect(findJson(reply)).toEqual(value));

  it("takes its time within bounds", () => {
    const begun = performance.now();
    expect(findJson(`${"{".repeat(200_000)}x}`)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe("a result", () => {
  const read = (value: unknown) => readResult(JSON.stringify(value), enhanceResult, "none");

  it("is what its schema says, or the problems in words", () => {
    expect(read({ action: "none", message: "m", skillName: null })).toMatchObject({
      result: { action: "none" },
    });
    expect(read({ action: "created", message: "m" })).toEqual({ problems: ["skillName: missing"] });
    expect(read({ action: "deleted", message: "" })).toMatchObject({
      problems: [expect.stringContaining("action: "), expect.stringContaining("message: ")],
    });
    expect(readResult("nothing", enhanceResult, "no JSON")).toEqual({ problems: ["no JSON"] });
  });

  it("of an evaluation has scores from 1 to 5", () => {
    const scores = { clarity: 5, completeness: 4, usability: 4, accuracy: 5, efficiency: 4.5 };
    const value = { scores, issues: [], recommendations: [], summary: "s" };
    expect(evaluateResult.safeParse(value).success).toBe(true);
    expect(evaluateResult.safeParse({ ...value, scores: { ...scores, clarity: 6 } }).success).toBe(false);
    expect(overallScore(scores)).toBe(4.5);
    expect([4.5, 4.4, 3.5, 3.4, 2.5, 2.4].map(levelOf)).toEqual([
      "excellent",
      "good",
      "good",
      "needs-work",
      "needs-work",
      "poor",
    ]);
  });
});
