import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, patternParts } from "./glob-pattern.ts";

const matches = (pattern: string, path: string) => compileGlob(pattern)?.(path);

/** The same meaning, told in another way: fine for short patterns. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.split("/").map((part, index, all) => {
    if (part === "**") return "(?:[^/]+/)*";
    const body = part.replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
    return index === all.length - 1 ? body : `${body}/`;
  });
  return new RegExp(`^${parts.join("")}$`);
}

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "a/b/c.ts", true],
    ["src/**", "src/a/b", true],
    ["src/**", "src", false],
    ["*/**", "b", false],
    ["src/**/x/*.md", "src/x/a.md", true],
    ["src/**/x/*.md", "src/a/x/b/a.md", false],
    ["a?c", "abc", true],
    ["a?c", "a😀c", true],
    ["a?c", "ac", false],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[]]x", "]x", true],
    ["[x", "[x", true],
    ["*.{js,ts}", "a.ts", true],
    ["{src,test}/**/*.{t,j}s", "test/a/b.js", true],
    ["{a,{b,c}d}", "cd", true],
    ["{abc}", "{abc}", true],
    ["{a}/{b,c}", "{a}/c", true],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["./a/./b", "a/b", true],
    ["**", ".hidden/x", true],
    ["*", ".env", true],
    ["a**b", "axxb", true],
    ["a**b", "a/b", false],
    ["-*", "-rf", true],
    ["SRC/*", "src/a", false],
  ])("%j on %j: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("means the same as a regular expression made of it", () => {
    const part = fc.stringMatching(/^[ab*?]{1,4}$/).filter((text) => !text.includes("**"));
    const start = fc.array(fc.oneof(part, fc.constant("**")), { maxLength: 3 });
    const pattern = fc.tuple(start, part).map(([parts, last]) => [...parts, last]);
    const path = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pattern, path, (parts, names) => {
        const glob = parts.join("/");
        const name = names.join("/");
        expect([glob, name, matches(glob, name)]).toEqual([glob, name, asExpression(glob).test(name)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is quick whatever the pattern, and refuses those that are too large", () => {
    const began = performance.now();
    expect(matches(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
    expect(matches(`${"**/a/".repeat(100)}b`, "a/".repeat(100))).toBe(false);
    expect(performance.now() - began).toBeLessThan(500);
    expect(compileGlob("{a,b}".repeat(20))).toBeUndefined();
    expect(compileGlob("x".repeat(2_000))).toBeUndefined();
    expect(compileGlob("{".repeat(900))?.("x")).toBe(false);
  });

  it("names every part a pattern could stand for", () => {
    expect(patternParts("a/{..,b}/c")).toContain("..");
  });
});
