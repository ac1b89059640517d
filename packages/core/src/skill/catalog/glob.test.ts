import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, fitsWildcard } from "./glob.ts";

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "a/b/c.ts", true],
    ["src/**", "src/a/b.md", true],
    ["src/**", "src", false],
    ["src/**", "lib/src/a", false],
    ["src/", "src/a", true],
    ["./src/*.md", "src/a.md", true],
    ["/src/*.md", "./src/a.md", true],
    ["src/**/test/*.ts", "src/test/a.ts", true],
    ["src/**/test/*.ts", "src/x/y/test/a.ts", true],
    ["**", "a", true],
    ["**", "a/b", true],
    ["a?c", "a😀c", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[x", "[x", true],
    ["*.{js,ts}", "a.ts", true],
    ["{src,test}/**/*.{t,j}s", "test/a/b.js", true],
    ["{a,{b,c}d}", "cd", true],
    ["{abc}", "{abc}", true],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["src/*.ts", "src\\a.ts", true],
    ["", "a", false],
    ["**/a", "x/../a", true],
  ])("%j and %j: %s", (pattern, path, expected) => expect(compileGlob(pattern)(path)).toBe(expected));

  it("never throws, and takes no long time", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60, unit: fc.constantFrom(..."*?[]{},/\\a!-") }),
        fc.string(),
        (pattern, path) => {
          compileGlob(pattern)(path);
        },
      ),
    );
    const start = performance.now();
    compileGlob(`${"*a".repeat(400)}b`)("a".repeat(20_000));
    compileGlob(`${"**/a/".repeat(180)}b`)("a/".repeat(10_000));
    compileGlob("{a,b}".repeat(150))("ab".repeat(150));
    compileGlob("{".repeat(900))("x");
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(compileGlob("*".repeat(2_000))("a")).toBe(false);
  });
});

describe("fitsWildcard", () => {
  it.each([
    ["*", "project:a", true],
    ["internal-*", "internal-docs", true],
    ["internal-*", "an-internal-docs", false],
    ["*:pdf", "user:pdf", true],
    ["apps/*", "apps/web:deploy", true],
    ["p?f", "pdf", true],
    ["p?f", "pf", false],
    ["[a]", "a", false],
  ])("%j and %j: %s", (pattern, text, expected) => expect(fitsWildcard(pattern, text)).toBe(expected));
});
