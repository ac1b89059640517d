import { expect, it } from "vitest";
import { shownName, summarizeCall } from "./call-summary.ts";

it.each([
  [{ command: "npm test\nsecond", description: "x" }, "npm test"],
  [{ path: "" }, '{"path":""}'],
  [{}, ""],
  [{ questions: [{ question: "Which?" }, { question: "And?" }] }, "Which? · And?"],
  [{ plan: "## The plan\n\n1. go" }, "The plan"],
  [
    {
      todos: [
        { content: "one", status: "completed" },
        { content: "two", status: "in_progress" },
      ],
    },
    "1/2 two",
  ],
  [{ todos: [null, 5] }, '{"todos":[null,5]}'],
])("says of %j: %s", (input, text) => {
  expect(summarizeCall({ input })).toBe(text);
});

it("says what was answered, and when all is done", () => {
  const input = { questions: [{ question: "Which?\nmore" }, { question: "And?" }] };
  expect(summarizeCall({ input, answers: [["a", "b"], ["c\nd"]] })).toBe("Which? → a, b · And? → c");
  expect(summarizeCall({ input: { todos: [{ content: "x", status: "completed" }] } })).toBe("1/1");
});

it("names the server of a tool", () => {
  expect(["mcp__a__b_c", "Bash"].map(shownName)).toEqual(["a: b_c", "Bash"]);
});
