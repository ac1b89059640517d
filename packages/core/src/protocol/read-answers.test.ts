import { describe, expect, it } from "vitest";
import type { Question } from "./durable-schema.ts";
import { SkillmintError } from "./error.ts";
import { listOptions, readAnswer, readAnswers } from "./read-answers.ts";
import { createTranslate } from "./text/index.ts";

const t = createTranslate("en");
const colour: Question = {
  question: "Which colour?",
  options: [{ label: "Red" }, { label: "Deep Blue", description: "like the sea" }, { label: "2024" }],
};
const sizes: Question = { ...colour, question: "Which sizes?", multiSelect: true };
const open: Question = { question: "Why?" };

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (SkillmintError.is(error) && error.code === "usage") return String(error.params["message"]);
    throw error;
  }
  throw new Error("was not refused");
}

describe("readAnswer", () => {
  it.each<[string, Question, string, string[]]>([
    ["an option by its number", colour, "2", ["Deep Blue"]],
    ["a number of another width", colour, " ２ ", ["Deep Blue"]],
    ["an option by its name", colour, "Red", ["Red"]],
    ["a name in another case", colour, "  deep blue", ["Deep Blue"]],
    ["a name that is a number", colour, "2024", ["2024"]],
    ["any other text", colour, "Green, please", ["Green, please"]],
    ["a number in quotes", colour, '"7"', ["7"]],
    ["a number where there are no options", open, "7", ["7"]],
    ["many lines", open, "because\nof this", ["because\nof this"]],
    ["several options", sizes, "1, deep blue", ["Red", "Deep Blue"]],
    ["several in Chinese", sizes, "1，2、2", ["Red", "Deep Blue"]],
    ["options and words of their own", sizes, "1, teal", ["Red", "teal"]],
    ["one of several", sizes, "3", ["2024"]],
    ["a sentence with commas", sizes, "well, none of these", ["well, none of these"]],
  ])("takes %s", (_, question, text, expected) => {
    expect(readAnswer(question, text, t)).toEqual(expected);
  });

  it("refuses an option that is not there, and lists those that are", () => {
    const text = refusal(() => readAnswer(colour, "7", t));
    expect(text).toMatch(
      /^There is no option 7 for: Which colour\?\n {2}1\. Red\n {2}2\. Deep Blue: like the sea/,
    );
    expect(refusal(() => readAnswer(colour, "0", t))).toContain("no option 0");
    expect(refusal(() => readAnswer(sizes, "1, 9", t))).toContain("no option 9");
    expect(refusal(() => readAnswer(colour, "7", createTranslate("zh-CN")))).toContain("没有选项 7");
  });

  it("refuses several where one is wanted, nothing, and far too much", () => {
    expect(refusal(() => readAnswer(colour, "1, 2", t))).toContain("Only one option");
    expect(refusal(() => readAnswer(colour, "  ", t))).toBe("The answer is empty.");
    expect(refusal(() => readAnswer(open, "x".repeat(30_001), t))).toContain("30000");
  });
});

describe("readAnswers", () => {
  const all = [colour, open];

  it.each([
    ["one line each", "1\nso it is"],
    ["numbered", "1: red; 2: so it is"],
    ["numbered in another order, in Chinese", "2：so it is；1：1"],
    ["numbered lines", "1: 1\n2: so it is\n"],
  ])("takes %s", (_, text) => {
    expect(readAnswers(all, text, t)).toEqual([["Red"], ["so it is"]]);
  });

  it("takes one text for each, whatever is in it", () => {
    expect(readAnswers(all, ["1", "1: a; 2: b"], t)).toEqual([["Red"], ["1: a; 2: b"]]);
  });

  it("keeps what stands behind a semicolon with the answer before it", () => {
    expect(readAnswers(all, "1: Red; 2: first this; then that", t)).toEqual([
      ["Red"],
      ["first this; then that"],
    ]);
  });

  it("gives a single question the text as it is", () => {
    expect(readAnswers([open], "1: a; 2: b", t)).toEqual([["1: a; 2: b"]]);
  });

  it.each([
    ["only one", "red", /^There are 2 questions/],
    ["too many lines", "a\nb\nc", /^There are 2 questions/],
    ["one left out", "1: red", /^Question 2 has no answer: Why\?/],
    ["an unknown question", "1: red; 2: x; 3: y", /^There is no question 3, only 2\./],
    ["an unknown option", "9\nx", /^There is no option 9/],
  ])("refuses %s and says how to answer", (_, text, expected) => {
    expect(refusal(() => readAnswers(all, text, t))).toMatch(expected);
  });
});

it("lists options as a person sees them", () => {
  expect(listOptions(colour)).toEqual(["1. Red", "2. Deep Blue: like the sea", "3. 2024"]);
  expect(listOptions(open)).toEqual([]);
});
