import { expect, it } from "vitest";
import { shownName, summarizeCall } from "./call-summary.ts";

it.each([
  [{ command: "npm test\nsecond", description: "x" }, "npm test"],
  [{ path: "" }, '{"path":""}'],
  [{}, ""],
  [{ questions: [{ question: "Which?" }, { question: "And?" }] }, "Which?"],
  [
    {
      todos: [
        { content: "one", status: "completed" },
        { content: "two", status: "in_progress" },
      ],
    },
    "two",
  ],
  [{ todos: [null, 5] }, '{"todos":[null,5]}'],
])("says of %j: %s", (input, text) => {
  expect(summarizeCall(input)).toBe(text);
});

it("names the server of a tool", () => {
  expect(["mcp__a__b_c", "Bash"].map(shownName)).toEqual(["a: b_c", "Bash"]);
});
