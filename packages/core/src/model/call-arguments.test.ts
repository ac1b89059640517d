import { describe, expect, it } from "vitest";
import { readArguments, type Completeness } from "./call-arguments.ts";

describe("readArguments", () => {
  const cases: [string, Completeness, unknown, string | undefined][] = [
    ["", "whole", {}, undefined],
    [" \n", "whole", {}, undefined],
    ["{}", "whole", {}, undefined],
    ['{"a":[1,{"b":null}]}', "whole", { a: [1, { b: null }] }, undefined],
    ['{"a":1', "whole", {}, "invalid-json"],
    ['{"a":1}{"b":2}', "whole", {}, "invalid-json"],
    ["path=x", "whole", {}, "invalid-json"],
    ["[1]", "whole", {}, "not-an-object"],
    ['"text"', "whole", {}, "not-an-object"],
    ["12", "whole", {}, "not-an-object"],
    ["null", "whole", {}, "not-an-object"],
    ["", "may-be-cut", {}, "cut"],
    ['{"a":1', "may-be-cut", {}, "cut"],
    ['{"a":1}', "may-be-cut", { a: 1 }, undefined],
    ["[1]", "may-be-cut", {}, "not-an-object"],
    ["", "cut", {}, "cut"],
    ['{"a":1}', "cut", {}, "cut"],
  ];
  it.each(cases)("%j that is %s gives %j and %s", (text, completeness, input, kind) => {
    expect(readArguments(text, completeness)).toEqual(
      kind === undefined ? { input } : { input, defect: { kind, raw: text } },
    );
  });

  it("keeps half surrogate pairs, NUL and a key called __proto__", () => {
    const { input } = readArguments('{"a":"\\ud800x","b":"\\u0000","__proto__":{"c":1}}', "whole");
    expect(input["a"]).toBe("\uD800x");
    expect(input["b"]).toBe("\u0000");
    expect(Object.keys(input)).toEqual(["a", "b", "__proto__"]);
    expect("c" in input).toBe(false);
  });
});
