import { expect, it } from "vitest";
import { wordTodos } from "./word-todos.ts";

it("shows a list with what is being done in its own words, and lets nothing act", () => {
  expect(
    wordTodos([
      { id: "1", subject: "Read", status: "completed", activeForm: "Reading" },
      { id: "2", subject: "Write", status: "in_progress", activeForm: "Writing\nit" },
      { id: "3", subject: "Test", status: "in_progress" },
      { id: "4", subject: "Ship \u001b[31m", status: "pending" },
    ]),
  ).toEqual(["  ☑ Read", "  ▸ Writing it", "  ▸ Test", "  ☐ Ship \\e[31m"]);
  expect(wordTodos([])).toEqual([]);
});
