import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { editJsonc } from "./jsonc-edit.ts";

const lines = (...parts: string[]) => `${parts.join("\n")}\n`;

describe("editJsonc", () => {
  it.each([
    ["an empty text", "", ["a", "b"], 1, lines("{", '  "a": {', '    "b": 1', "  }", "}")],
    ["only a comment", "// mine", ["a"], 1, lines("// mine", "{", '  "a": 1', "}")],
    ["an empty object", "{}", ["a"], 1, '{\n  "a": 1\n}'],
    ["an object with a comment only", lines("{ // why", "}"), ["a"], 1, lines("{ // why", '  "a": 1', "}")],
    [
      "a comment at the end of a line",
      lines("{", '  "a": 1 // tail', "}"),
      ["b"],
      2,
      lines("{", '  "a": 1, // tail', '  "b": 2', "}"),
    ],
    [
      "a trailing comma",
      lines("{", '  "a": 1, // tail', "  // end", "}"),
      ["b"],
      2,
      lines("{", '  "a": 1, // tail', "  // end", '  "b": 2,', "}"),
    ],
    ["one line", '{ "a": { "x": 1 } }', ["a", "b"], 2, '{ "a": { "x": 1, "b": 2 } }'],
    ["one line with a trailing comma", '{ "a": 1, }', ["b"], 2, '{ "a": 1, "b": 2, }'],
    ["tabs", '{\n\t"a": 1\n}', ["b"], 2, '{\n\t"a": 1,\n\t"b": 2\n}'],
    ["CRLF", '{\r\n  "a": 1\r\n}', ["b"], 2, '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ["a value in place", '{ "a": 1 /* x */, "b": 2 }', ["a"], "z", '{ "a": "z" /* x */, "b": 2 }'],
    ["a group that was no object", '{ "a": 1 }', ["a", "b"], 2, '{ "a": {\n  "b": 2\n} }'],
  ])("sets in %s", (_, text, path, value, after) => {
    expect(editJsonc(text, path, value)).toBe(after);
  });

  it.each([
    [
      "the first",
      lines("{", '  "a": 1, // tail a', '  "b": 2 // tail b', "}"),
      ["a"],
      lines("{", "   // tail a", '  "b": 2 // tail b', "}"),
    ],
    [
      "the last",
      lines("{", '  "a": 1, // tail a', '  "b": 2', "}"),
      ["b"],
      lines("{", '  "a": 1 // tail a', "}"),
    ],
    ["the last before a trailing comma", '{ "a": 1, "b": 2, }', ["b"], '{ "a": 1,  }'],
    ["the only one", lines("{", '  "a": 1', "}"), ["a"], lines("{", "}")],
    ["what is not there", "{ /* x */ }", ["a", "b"], "{ /* x */ }"],
    ["from nothing", "", ["a"], ""],
    ["a comma on the next line", '{\n  "a": 1\n  , "b": 2\n}', ["a"], '{\n   "b": 2\n}'],
  ])("removes %s", (_, text, path, after) => {
    expect(editJsonc(text, path, undefined)).toBe(after);
  });

  it("changes only what it was told to, whatever the file holds", () => {
    const keys = fc.constantFrom("a", "b", "c");
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }));
    const tree = fc.dictionary(keys, fc.oneof(leaf, fc.dictionary(keys, leaf)));
    const space = fc.constantFrom(undefined, 2, "\t");
    const path = fc.array(keys, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(tree, space, path, fc.option(leaf, { nil: undefined }), (before, indent, at, value) => {
        const commented = JSON.stringify(before, null, indent)
          .replaceAll("\n", " // note\n")
          .replace(/\}$/, "/* end */}");
        const after = editJsonc(commented, at, value);
        const errors: { error: number; offset: number; length: number }[] = [];
        const found = parse(after, errors, { allowTrailingComma: true }) as Record<string, unknown>;
        expect(errors).toEqual([]);
        expect(found).toEqual(change(before, at, value));
        const gone = countLines(JSON.stringify(vanishing(before, at, value), null, indent));
        expect(after.split(" // note\n").length - 1).toBe(countLines(commented) - gone);
        expect(after).toContain("/* end */");
      }),
      { numRuns: 300 },
    );
  });
});

function countLines(text = ""): number {
  return text.split("\n").length - 1;
}

/** What a change takes away as a whole, with the comments inside it. */
function vanishing(tree: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return tree;
  if (isObject(tree)) return key in tree ? vanishing(tree[key], rest, value) : undefined;
  return value === undefined ? undefined : tree;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function change(tree: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!isObject(tree)) return value === undefined ? tree : { [key]: change(undefined, rest, value) };
  if (rest.length > 0 && !(key in tree) && value === undefined) return tree;
  const { [key]: before, ...others } = tree;
  const inner = change(before, rest, value);
  return inner === undefined ? others : { ...others, [key]: inner };
}
