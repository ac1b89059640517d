import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFrontmatter, readWithLibrary } from "./read-frontmatter.ts";
import { readSimpleYaml } from "./simple-yaml.ts";

/** Pieces that frontmatter is made of, good and bad, put together in any order. */
const piece = fc.oneof(
  fc.constantFrom(
    "name",
    "description",
    "a.b",
    ":",
    ": ",
    " ",
    "  ",
    "    ",
    "\n",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n  - ",
    "\n\n",
    "- ",
    "-",
    '"',
    "'",
    "''",
    '\\"',
    "\\n",
    "\\",
    "[",
    "]",
    ", ",
    ",",
    "{",
    "}",
    "#",
    " # c",
    "|",
    ">",
    "|-\n  ",
    ">\n  ",
    "|\n    ",
    "&a ",
    "*a",
    "!t ",
    "%",
    "@",
    "`",
    "?",
    "? ",
    "=",
    "~",
    "null",
    "1.0",
    "true",
    "é",
    "技能",
    "\u00A0",
    "\u2028",
    "\u0085",
    "--- ",
    "...",
    "x",
    "word and word",
    "\t",
    "__proto__",
  ),
  fc.string({ maxLength: 4 }),
);

const words = fc
  .array(
    fc.constantFrom("word", "it's", "1.0", "a:b", "-x", "(y)", "技能", "C#", "\u00A0", "é", "x=1", "--"),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) => list.join(" "));

/** The values that real frontmatter has, under a key at `indent`. */
const value = (indent: string) =>
  fc.oneof(
    words,
    words.map((text) => `"${text}"`),
    words.map((text) => `'${text.replaceAll("'", "''")}' # c`),
    words.map((text) => `${text} # c`),
    fc.tuple(words, words).map((pair) => `${pair[0]}: ${pair[1]}`),
    fc.array(words, { maxLength: 3 }).map((list) => `[${list.join(", ")}]`),
    fc.tuple(words, words).map((pair) => pair.join(`\n${indent}  `)),
    fc.tuple(words, words).map((pair) => pair.join(`\n\n${indent}   `)),
    fc
      .tuple(
        fc.constantFrom("|", ">", "|-", ">-", "|+"),
        fc.array(fc.oneof(words, fc.constant("")), { minLength: 1, maxLength: 4 }),
      )
      .map(
        ([mark, list]) =>
          `${mark}\n${list.map((text) => (text === "" ? "" : `${indent}  ${text}`)).join("\n")}`,
      ),
    fc
      .array(words, { minLength: 1, maxLength: 3 })
      .map((list) => list.map((text) => `\n${indent}- ${text}`).join("")),
    fc
      .array(words, { minLength: 1, maxLength: 3 })
      .map((list) => list.map((text) => `\n${indent}  - ${text}`).join("")),
    words.map((text) => `\n${indent}  ${text}`),
    fc.constant(""),
  );

const key = fc.constantFrom("name", "description", "a", "a.b", "allowed-tools", "__proto__", "x_1");

const entry: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, value("")).map(([name, text]) => `${name}: ${text}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(key, fc.array(fc.tuple(key, value("  ")), { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => `${name}:\n${inner.map((pair) => `  ${pair[0]}: ${pair[1]}`).join("\n")}`),
  },
  { weight: 1, arbitrary: fc.constantFrom("# comment", "", "  # comment", "   ") },
);

/** Frontmatter with up to two pieces of anything put in anywhere. */
const frontmatter = fc
  .tuple(
    fc.array(entry, { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(piece, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 2 }),
  )
  .map(([entries, insertions]) => {
    let text = `${entries.join("\n")}\n`;
    for (const [extra, share] of insertions) {
      const at = Math.floor(share * text.length);
      text = text.slice(0, at) + extra + text.slice(at);
    }
    return text.replaceAll(/\r\n?/g, "\n");
  });

function expectSame(text: string): boolean {
  const simple = readSimpleYaml(text);
  if (simple === undefined) return false;
  const fast = readFrontmatter(text);
  const slow = readWithLibrary(text);
  expect(fast.data).toEqual(slow.data);
  expect(Object.keys(fast.data ?? {})).toEqual(Object.keys(slow.data ?? {}));
  expect(fast.repair).toBe(slow.repair);
  expect(fast.duplicates).toEqual(slow.duplicates);
  return true;
}

describe("readSimpleYaml", () => {
  it("gives what the library gives, wherever it gives anything", () => {
    let accepted = 0;
    fc.assert(
      fc.property(frontmatter, (text) => {
        if (expectSame(text)) accepted++;
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it.each([
    ["a plain text", "name: x\ndescription: It's 1.0 of them, #1\n"],
    ["comments", "# one\nname: x # two\n\n# three\nb: y\n"],
    ["quotes", `a: "say \\"hi\\" \\\\ \\n"\nb: 'it''s: #1'\nc: "" # none\n`],
    ["no value", "a:\nb: # nothing\nc: ''\n"],
    ["texts over lines", "a: one\n  two\n\n  three\nb:\n  four\n  five\n"],
    ["blocks", "a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n  three\n\nc: >\n  x\n"],
    ["lists", "a:\n  - x\n  - 'y: z'\nb:\n- p q\n- r\nc: [one, \"two, three\", four:five]\nd: []\n"],
    ["maps", "metadata:\n  author: me\n  deep:\n    er: yes\n  tags:\n    - t\nb: x\n"],
    ["a key twice", "a: 1\nb: 2\na: 3\n"],
    ["unquoted colons", "name: x\ndescription: Use when: it is so # really\nb: ends:\n"],
    ["no prototype", "__proto__: x\nconstructor: y\ntoString: z\n"],
  ])("reads %s itself", (_, text) => expect(expectSame(text)).toBe(true));

  it.each([
    "a: &x y\n",
    "a: *x\n",
    "a: !t y\n",
    "a: {b: c}\n",
    "a: [b, [c]]\n",
    "a: b\n  c: d\n",
    "? a\n: b\n",
    "a: |+\n  x\n\n",
    "a:\n\tb: c\n",
    "- a\n",
    "a: 'x\n",
    "a: @x\n",
    "a: x\n b: y\n",
    "--- a\n",
    "a: x\n...\n",
  ])("leaves %j to the library", (text) => expect(readSimpleYaml(text)).toBeUndefined());
});
