import { describe, expect, it } from "vitest";
import { findJsonProblem, writeTemplate } from "./write-template.ts";

describe("a first file of tests or evals", () => {
  it("is JSON with the skill's name, whatever that holds", () => {
    for (const kind of ["tests", "evals"] as const) {
      const { text } = writeTemplate(kind, 'a"b');
      expect(findJsonProblem(text)).toBeUndefined();
      expect(JSON.stringify(JSON.parse(text))).toContain(String.raw`a\"b`);
    }
  });

  it("may have comments and commas at ends, but not inside texts by mistake", () => {
    expect(findJsonProblem('{ // why\n "a": "x // y, ]", /* b */ "c": [1, ], }')).toBeUndefined();
    expect(findJsonProblem('{ "a": }')).toBeTypeOf("string");
    expect(findJsonProblem("")).toBeTypeOf("string");
  });
});
