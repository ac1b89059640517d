import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createWords } from "./environment-texts.ts";
import { diagnoseUnknown, parseJsonc, positionAt, validateJsonc } from "./jsonc-document.ts";

const words = createWords();
const schema = z.looseObject({
  list: z.array(z.string()).optional(),
  group: z.looseObject({ count: z.number().int().positive().max(9).optional() }).optional(),
  named: z.record(z.string(), z.looseObject({ on: z.boolean().optional() })).optional(),
});
const read = (text: string) => validateJsonc(parseJsonc("f.jsonc", text, words), schema, words);

describe("parseJsonc", () => {
  it("takes comments, trailing commas and emptiness", () => {
    expect(read('{ // c\n "list": ["a",], /* d */ }')).toEqual({ list: ["a"] });
    expect(read("// only words")).toEqual({});
    expect(read("")).toEqual({});
  });

  it.each([
    ['{\n  "list": [}\n', 2, 12, "expected a value"],
    ['{\n  "list" 1\n}', 2, 10, "expected a colon"],
    ['{\n  "list": "SECRET', 2, 11, "a text that is not closed"],
    ["{\n  list: 1\n}", 2, 3, "a word that is no value"],
    ['{ "a": 1,\n  "a": 2 }', 2, 3, "a stands here twice"],
    ['{ "group": {},\r\n  "group": {} }', 2, 3, "group stands here twice"],
  ])("points into %j", (text, line, column, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "config-unreadable",
        params: { file: "f.jsonc", line, column, message },
      }),
    );
  });

  it("keeps __proto__ an ordinary key", () => {
    const { value } = parseJsonc("f", '{"__proto__": {"on": true}}', words);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { on?: boolean }).on).toBeUndefined();
  });
});

describe("validateJsonc", () => {
  it.each([
    ['{\n  "list": ["a", 2]\n}', 2, 17, "list.1: expected a text"],
    ['{\n  "list": 2\n}', 2, 11, "list: expected a list of texts"],
    ['{ "group": {\n  "count": 0\n} }', 2, 12, "group.count: expected a whole number from 1 to 9"],
    ['{ "group": 1 }', 1, 12, "group: expected an object in braces"],
    ['{ "named": {\n "x": { "on": "yes" } } }', 2, 15, "named.x.on: expected true or false"],
    ["\n[]", 2, 1, "expected an object in braces"],
  ])("points into %j", (text, line, column, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ params: { file: "f.jsonc", line, column, message } }),
    );
  });
});

it("reports keys nobody knows at their place", () => {
  const text = '{\n  "lst": [],\n  "named": { "x": { "off": 1 } }\n}';
  const document = parseJsonc("f.jsonc", text, words);
  expect(diagnoseUnknown(document, schema, words)).toEqual([
    expect.objectContaining({
      code: "unknown-key",
      line: 2,
      column: 3,
      message: expect.stringContaining("lst"),
    }),
    expect.objectContaining({ line: 3, column: 21, message: expect.stringContaining("named.x.off") }),
  ]);
});

it.each([
  ["", 0, { line: 1, column: 1 }],
  ["ab\ncd", 3, { line: 2, column: 1 }],
  ["ab\r\ncd", 5, { line: 2, column: 2 }],
])("counts lines and columns from one: %j", (text, offset, position) => {
  expect(positionAt(text, offset)).toEqual(position);
});
