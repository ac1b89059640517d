import { describe, expect, it } from "vitest";
import { createThinkFilter } from "./think-filter.ts";

function split(where: "start" | "anywhere", pieces: string[]): { text: string; reasoning: string } {
  const filter = createThinkFilter(where);
  const result = { text: "", reasoning: "" };
  for (const { type, delta } of [...pieces.flatMap((piece) => filter.push(piece)), ...filter.end()])
    result[type] += delta;
  return result;
}

const cases: ["start" | "anywhere", string, string, string][] = [
  ["start", "你好", "你好", ""],
  ["start", "<think>想一想</think>\n\n答案", "答案", "想一想"],
  ["start", " \n<think>a</think>b", "b", "a"],
  ["start", "x <think>a</think> y", "x <think>a</think> y", ""],
  ["start", "<think>never closed 😀", "", "never closed 😀"],
  ["start", "<think>a < b </thin </think>c", "c", "a < b </thin "],
  ["start", "<thinking>a", "<thinking>a", ""],
  ["start", "<thi", "<thi", ""],
  ["start", "  indented", "  indented", ""],
  ["start", "<think></think>", "", ""],
  ["start", "<think>a</think>b<think>c</think>d", "b<think>c</think>d", "a"],
  ["anywhere", "<think>a</think>b<think>c</think>d", "bd", "ac"],
  ["anywhere", "a <b> <thi", "a <b> <thi", ""],
  ["anywhere", "text<think>a</thi", "text", "a</thi"],
];

describe("createThinkFilter", () => {
  it.each(cases)("%s of %j", (where, whole, text, reasoning) => {
    expect(split(where, [whole])).toEqual({ text, reasoning });
    expect(split(where, whole.split(""))).toEqual({ text, reasoning });
    for (let at = 1; at < whole.length; at++) {
      expect(split(where, [whole.slice(0, at), whole.slice(at)])).toEqual({ text, reasoning });
    }
  });

  it("holds nothing back that cannot be a tag", () => {
    const filter = createThinkFilter("start");
    expect(filter.push("Hi")).toEqual([{ type: "text", delta: "Hi" }]);
    expect(filter.push(" <")).toEqual([{ type: "text", delta: " <" }]);
  });
});
