import { describe, expect, it } from "vitest";
import { editDistance } from "../protocol/index.ts";
import { nearestNames } from "./nearest.ts";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "", 3],
    ["kitten", "sitting", 3],
    ["opanai", "openai", 1],
    ["opneai", "openai", 1],
    ["ca", "abc", 3],
    ["月之暗面", "月暗面", 1],
    ["😀a", "a", 1],
  ])("%s → %s is %d", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });
});

describe("nearestNames", () => {
  const names = ["openai", "anthropic", "deepseek", "qwen-intl", "qwen-cn", "ollama"];

  it("finds what was meant behind a slip of the keys", () => {
    expect(nearestNames("opneai", names, 1)).toEqual(["openai"]);
    expect(nearestNames("DeepSeak", names, 1)).toEqual(["deepseek"]);
  });

  it("prefers names that contain the word", () => {
    expect(nearestNames("qwen", names, 2)).toEqual(["qwen-cn", "qwen-intl"]);
  });

  it("gives at most what there is", () => {
    expect(nearestNames("x", ["a"], 5)).toEqual(["a"]);
    expect(nearestNames("x", [], 5)).toEqual([]);
  });
});
