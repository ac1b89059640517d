import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { createTranslate } from "../../protocol/index.ts";
import { maxSkillBytes } from "./limits.ts";
import { parseHead, parseSkill } from "./parse-skill.ts";

const t = createTranslate("en");
const place = { path: "/s/x/SKILL.md", folderName: "x", t };
const parse = (source: string | Uint8Array) => parseSkill(source, place);
const wrap = (frontmatter: string) => `---\nname: x\ndescription: d\n${frontmatter}\n---\nBody\n`;
const codes = (source: string | Uint8Array) => parse(source).diagnostics.map(({ code }) => code);

/** Generous where the machine is busy; what these tests guard against takes minutes. */
function within(ms: number, action: () => void): void {
  parse(wrap("a: &b c"));
  const start = performance.now();
  action();
  expect(performance.now() - start).toBeLessThan(ms);
}

describe("hostile frontmatter", () => {
  it("B01: aliases are not multiplied", () => {
    const levels = Array.from({ length: 8 }, (_, index) => {
      const inner = Array.from({ length: 10 }, () => (index === 0 ? "lol" : `*a${index - 1}`)).join(", ");
      return `  a${index}: &a${index} [${inner}]`;
    });
    within(1000, () => {
      const parsed = parse(wrap(`metadata:\n${levels.join("\n")}`));
      expect(parsed.fields).toMatchObject({ name: "x", description: "d" });
      expect(JSON.stringify(parsed).length).toBeLessThan(200_000);
      expect(parsed.diagnostics.map(({ code }) => code)).toContain("yaml-repaired");
    });
  });

  it.each([
    ["[", "["],
    ["{a: ", "{a: "],
    ["- ", "- "],
    ["? ", "? "],
  ])("B02: 5,000 levels of %j are an error and no overflow", (_, level) => {
    within(2000, () => {
      const parsed = parse(`---\n${level.repeat(5000)}\n---\n`);
      expect(parsed.state).toBe("unreadable");
      expect(parse(wrap(`metadata: ${level.repeat(5000)}`)).fields.metadata).toBeUndefined();
    });
  });

  it("reads what is long where the keys are not", () => {
    const long = Array.from({ length: 400 }, (_, index) => `k${index}: ["${"v".repeat(80)}", {a: b}]`).join(
      "\n",
    );
    expect(Object.keys(parse(wrap(long)).extra)).toHaveLength(400);
  });

  it("B02: maps by indent end at a depth too", () => {
    const deep = Array.from({ length: 150 }, (_, index) => `${" ".repeat(index)}a:`).join("\n");
    within(2000, () => expect(parse(`---\n${deep}\n---\n`).state).toBe("unreadable"));
  });

  it("B03: merge keys are keys, in bounded time", () => {
    const merges = Array.from({ length: 1000 }, () => "  <<: *a").join("\n");
    within(3000, () => {
      const parsed = parse(wrap(`base: &a {k: v}\nmetadata:\n${merges}`));
      expect(parsed.fields.metadata).toEqual({ "<<": { k: "v" } });
    });
  });

  it("B04: a cycle is refused", () => {
    const parsed = parse(wrap("metadata: &a {self: *a}"));
    expect(parsed.fields.name).toBe("x");
    expect(() => JSON.stringify(parsed)).not.toThrow();
    expect(parsed.fields.metadata).toBeUndefined();
  });

  it("B05: tags construct nothing", () => {
    const { extra } = parse(
      wrap(
        'f: !!js/function "function(){ throw 1 }"\nb: !!binary aGk=\nc: !custom {a: b}\nd: !!timestamp 2024-01-01',
      ),
    );
    expect(extra).toEqual({ f: "function(){ throw 1 }", b: "aGk=", c: { a: "b" }, d: "2024-01-01" });
  });

  it("B06: no fence names a language, and nothing is evaluated", async () => {
    const folder = await mkdtemp(join(tmpdir(), "skillmint-parse-"));
    try {
      const canary = join(folder, "canary");
      for (const language of ["js", "javascript", "json", "coffee"]) {
        const code = `{ name: require("node:fs").writeFileSync(${JSON.stringify(canary)}, "") }`;
        const parsed = parse(`---${language}\n${code}\n---\nBody\n`);
        expect(parsed).toMatchObject({ state: "plain", fields: {} });
      }
      expect(existsSync(canary)).toBe(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each(["", "anchor: &a b\n"])("B07: keys of objects are plain data (%j)", (library) => {
    const { extra, fields } = parse(
      wrap(
        `${library}__proto__: x\nconstructor: y\ntoString: z\nmetadata:\n  __proto__:\n    polluted: yes\n  __proto__: w`,
      ),
    );
    expect(Object.getPrototypeOf(extra)).toBeNull();
    expect(Object.keys(extra)).toEqual(expect.arrayContaining(["__proto__", "constructor", "toString"]));
    expect(Object.getPrototypeOf(fields.metadata)).toBeNull();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect({}.toString).toBe(Object.prototype.toString);
  });

  it.each([
    ["lines like fences", `---\n${"--- x\n".repeat(150_000)}`],
    ["fences after blanks", `---\n${" ---\n".repeat(150_000)}`],
    ["no second fence", `---\n${"a: b\n".repeat(200_000)}`],
    ["one long line", `---\nname: ${"x".repeat(900_000)}\n---\n`],
    ["a line of blanks", `---${" ".repeat(900_000)}x\n---\n`],
    ["blank lines", `---\nname: x\ndescription: d\n${"\n".repeat(900_000)}---\n`],
    ["blank lines first", `${"\n".repeat(900_000)}---\nname: x\n---\n`],
    ["a body of blanks", `---\nname: x\ndescription: d\n---\n${" ".repeat(900_000)}x`],
    ["colons", `---\nname: x\ndescription: ${": ".repeat(30_000)}\n---\n`],
    ["quotes", `---\nname: x\ndescription: ${'"'.repeat(60_000)}\n---\n`],
    ["open quotes", `---\n${'a: "\n'.repeat(10_000)}---\n`],
    ["keys", `---\n${"a: b\n".repeat(12_000)}---\n`],
    ["broken keys", `---\n${"a: @b\n".repeat(10_000)}---\n`],
    ["key after key", `---\n${"a".repeat(99)}${":".repeat(60_000)}\n---\n`],
    ["hidden characters", `---\nname: x\n---\n${"\u200B".repeat(300_000)}`],
    ["joiners", `---\nname: x\n---\n${"a\u200D".repeat(200_000)}`],
    ["escapes", `---\nname: x\ndescription: "${"\\".repeat(60_000)}"\n---\n`],
    ["parentheses", `---\nname: x\nallowed-tools: ${"(".repeat(60_000)}\n---\n`],
    ["terminal sequences", `---\nname: x\ndescription: '${"\u001B]".repeat(30_000)}'\n---\n`],
  ])("B08: %s take linear time", (_, text) => {
    within(4000, () => {
      parse(text);
      parseHead(Buffer.from(text), place);
    });
  });

  it("C01: what is too large is not read", () => {
    for (const source of ["x".repeat(maxSkillBytes + 1), new Uint8Array(maxSkillBytes + 1)])
      expect(parse(source)).toMatchObject({ state: "unreadable", diagnostics: [{ code: "too-large" }] });
    const long = `---\nname: x\ndescription: ${"d".repeat(70_000)}\n---\n`;
    expect(parse(long)).toMatchObject({ state: "unreadable", diagnostics: [{ code: "too-long" }] });
  });
});

describe("C04: encodings", () => {
  const text = "---\nname: x\ndescription: 技能\n---\nBody\n";
  const swapped = Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

  it("reads UTF-16 by its mark, with a warning", () => {
    for (const bytes of [Buffer.from(`\uFEFF${text}`, "utf16le"), swapped]) {
      expect(parse(bytes)).toMatchObject({ state: "ok", fields: { description: "技能" }, body: "Body" });
      expect(codes(bytes)).toEqual(["utf-16"]);
    }
  });

  it("takes no bytes for text", () => {
    for (const bytes of [
      Buffer.from(text, "utf16le"),
      Buffer.from("\u007FELF\0\0"),
      Buffer.from(`${text}\0`),
    ])
      expect(parse(bytes)).toMatchObject({ state: "unreadable", diagnostics: [{ code: "binary" }] });
  });

  it("replaces what is not UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from("---\nname: x\ndescription: a"),
      Buffer.from([0xff, 0xc3]),
      Buffer.from("b\n---\n"),
    ]);
    expect(parse(bytes).fields.description).toMatch(/^a\uFFFD+b$/);
    expect(codes(bytes)).toEqual(["invalid-utf8"]);
  });

  it("leaves no lone surrogate", () => {
    expect(parse(wrap('license: "\\ud83d"')).fields.license).toBe("\uFFFD");
    expect(parse(wrap('license: "\\ud83d\\ude00"')).fields.license).toBe("😀");
    expect(parse(`---\nname: x\ndescription: a\uD83D\n---\n`).fields.description).toBe("a\uFFFD");
  });

  it("flags a mark inside the file", () => {
    expect(codes(Buffer.from("---\nname: x\ndescription: d\n---\nBo\uFEFFdy"))).toEqual([
      "hidden-characters",
    ]);
  });
});

describe("what hides", () => {
  it.each([
    ["D01", "---\nname: x\ndescription: d\n---\nok\u{E0049}\u{E0067}", "hidden-characters", 5],
    ["D02", "---\nname: x\ndescription: d\n---\n\nrm \u202Etxt\u202C", "bidi", 6],
    ["D03", "---\nname: x\ndescription: su\u200Bdo\n---\n", "hidden-characters", 3],
    ["D06", '---\nname: x\ndescription: "\\e[2J"\n---\n', undefined, 0],
    ["D06", "---\nname: x\ndescription: \u001B[2Jd\n---\n", "control-characters", 3],
  ])("%s is flagged with its line", (_, text, code, line) => {
    const { diagnostics } = parse(Buffer.from(text));
    if (code !== undefined) expect(diagnostics).toMatchObject([{ code, line, severity: "warning" }]);
    expect(diagnostics.map(({ message }) => message).join("")).not.toMatch(
      /[\u001B\u200B\u202E\u{E0000}-\u{E007F}]/u,
    );
  });

  it("D03, D04: names that imitate another are told", () => {
    expect(codes("---\nname: \u0440df\ndescription: d\n---\n")).toEqual([
      "name-dir-mismatch",
      "confusable-name",
    ]);
    const parsed = parseSkill("---\nname: pd\u200Bf\ndescription: d\n---\n", { ...place, folderName: "pdf" });
    expect(parsed.diagnostics.map(({ code }) => code)).toEqual(["hidden-characters"]);
  });

  it("D06: nothing that a terminal obeys is in a name or description", () => {
    const { fields } = parse(
      '---\nname: "x\\e[31m"\ndescription: "a\\e]0;title\\ab\\rc"\nwhen_to_use: "\\x9bd"\n---\n',
    );
    expect(fields).toEqual({ name: "x", description: "abc", whenToUse: "d" });
  });

  it("G08: a name is one line, and so is every message", () => {
    const parsed = parse(
      '---\nname: "x\\n::set-output name=a::b\\n[l](http://e)"\ndescription: d\n"k\\nl": v\n---\n',
    );
    expect(parsed.fields.name).toBe("x ::set-output name=a::b [l](http://e)");
    for (const { message } of parsed.diagnostics) expect(message).not.toContain("\n");
  });
});

describe("anything", () => {
  it("is parsed without an exception", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: "binary", maxLength: 200 }),
        (bytes, text) => {
          for (const source of [
            bytes,
            text,
            wrap(text),
            `---\n${text}\n---\n`,
            Buffer.concat([Buffer.from("---\n"), bytes]),
          ]) {
            const parsed = parse(source);
            if (parsed.state === "unreadable") expect(parsed.diagnostics).not.toEqual([]);
            parseHead(source, place);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
