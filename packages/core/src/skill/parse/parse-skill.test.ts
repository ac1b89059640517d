import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { parseHead, parseSkill } from "./parse-skill.ts";

const t = createTranslate("en");
const place = { path: "/s/x/SKILL.md", folderName: "x", t };
const parse = (source: string | Uint8Array) => parseSkill(source, place);
const codes = (source: string | Uint8Array) => parse(source).diagnostics.map(({ code }) => code);
const wrap = (frontmatter: string) => `---\n${frontmatter}\n---\nBody\n`;

describe("parseSkill", () => {
  it("parts frontmatter and body and counts lines", () => {
    expect(parse("---\nname: x\ndescription: d\n---\n\n\n# Title\n\n---\n\nrest\n\n")).toEqual({
      state: "ok",
      fields: { name: "x", description: "d" },
      extra: {},
      body: "# Title\n\n---\n\nrest",
      bodyLine: 7,
      diagnostics: [],
    });
  });

  it.each([
    ["CRLF", "---\r\nname: x\r\ndescription: d\r\n---\r\nBody\r\n"],
    ["lone CR", "---\rname: x\rdescription: d\r---\rBody\r"],
    ["a byte order mark", "\uFEFF---\nname: x\ndescription: d\n---\nBody\n"],
    ["blanks after the fences", "--- \t\nname: x\ndescription: d\n---  \nBody\n"],
    ["blanks after values", "---\nname: x  \ndescription: d   \n---\nBody\n"],
    ["no line at the end", "---\nname: x\ndescription: d\n---\nBody"],
  ])("takes %s", (_, text) => {
    for (const source of [text, Buffer.from(text), new Uint8Array(Buffer.from(text))])
      expect(parse(source)).toMatchObject({
        state: "ok",
        fields: { name: "x", description: "d" },
        body: "Body",
        bodyLine: 5,
        diagnostics: [],
      });
  });

  it("takes blank lines before the first fence, with a warning", () => {
    const parsed = parse("\n  \n---\nname: x\ndescription: d\n---\nBody");
    expect(parsed).toMatchObject({ state: "ok", fields: { name: "x" }, bodyLine: 7 });
    expect(parsed.diagnostics).toMatchObject([{ code: "leading-whitespace", severity: "warning" }]);
  });

  it("keeps scalars as they are written", () => {
    const { fields } = parse(
      wrap("name: 2024-01-01\ndescription: 0x1F\nmetadata:\n  a: 1.0\n  b: yes\n  c: ~"),
    );
    expect(fields).toMatchObject({
      name: "2024-01-01",
      description: "0x1F",
      metadata: { a: "1.0", b: "yes", c: "~" },
    });
  });

  it.each([
    ["a colon", "description: Use when: x", "Use when: x"],
    ["a colon at the end", "description: these are the rules:", "these are the rules:"],
    ["several colons and a quote", "description: it's a: b: c", "it's a: b: c"],
    ["a first character of YAML's own", "description: @x does y", "@x does y"],
    ["a backtick", "description: `x` does y", "`x` does y"],
    ["a star", "description: *bold* text", "*bold* text"],
    ["text after a quote", 'description: "Portrait" for SVGs', '"Portrait" for SVGs'],
    ["inner quotes", 'description: "say "hi" now"', 'say "hi" now'],
    ["text after a bracket", "description: [DEPRECATED] use y", "[DEPRECATED] use y"],
    ["no blank after the colon", 'description:"quoted"', "quoted"],
    ["a colon in a line below", "description: one two\n  three: four\n  five", "one two three: four five"],
    ["a broken neighbour", "description: fine\nmetadata:\n  @scope/x: 1", "fine"],
    ["a tab before a key", "description: fine\nmetadata:\n\ta: 1", "fine"],
  ])("repairs %s", (_, frontmatter, description) => {
    const parsed = parse(wrap(`name: x\n${frontmatter}`));
    expect(parsed.fields).toMatchObject({ name: "x", description });
    expect(parsed.diagnostics[0]).toMatchObject({ code: "yaml-repaired", severity: "warning" });
  });

  it.each([
    ["an unclosed list", "name: x\ndescription: [unclosed"],
    ["a list", "- a\n- b"],
    ["a text", "just words"],
    ["only a broken description", "name: x\ndescription: {a: b"],
  ])("does not guess at %s", (_, frontmatter) => {
    const parsed = parse(wrap(frontmatter));
    expect(parsed.state).toBe("unreadable");
    expect(parsed.diagnostics).toMatchObject([{ severity: "error" }]);
  });

  it("says what is missing and does not stop", () => {
    expect(codes(wrap("description: d"))).toEqual(["name-missing"]);
    expect(codes(wrap("name: x"))).toEqual(["description-missing"]);
    expect(codes(wrap("name: x\ndescription: # Title"))).toEqual(["description-missing"]);
    expect(codes("---\n---\nBody")).toEqual(["name-missing", "description-missing"]);
    expect(codes(wrap("name: Test Skill\ndescription: d"))).toEqual([
      "name-invalid-characters",
      "name-dir-mismatch",
    ]);
    expect(codes(wrap(`name: ${"a".repeat(65)}\ndescription: d`))).toEqual([
      "name-too-long",
      "name-dir-mismatch",
    ]);
    expect(codes(wrap(`name: x\ndescription: ${"d".repeat(1025)}`))).toEqual(["description-too-long"]);
    expect(codes(wrap(`name: x\ndescription: ${"😀".repeat(1024)}`))).toEqual([]);
    expect(codes(wrap("name: x\ndescription: a\ndescription: b"))).toEqual(["duplicate-key"]);
    expect(parse(wrap("name: x\ndescription: a\ndescription: b")).fields.description).toBe("b");
  });

  it("takes a file without frontmatter for its body", () => {
    expect(parse("# Title\n\n---\nname: x\n---\n")).toMatchObject({
      state: "plain",
      fields: {},
      body: "# Title\n\n---\nname: x\n---",
      diagnostics: [{ code: "no-frontmatter", severity: "warning" }],
    });
    expect(parse("")).toMatchObject({ state: "plain", body: "" });
    expect(parse("---\nname: x\ndescription: d\n")).toMatchObject({
      state: "unreadable",
      diagnostics: [{ code: "unclosed-frontmatter", severity: "error" }],
    });
  });

  it("speaks the reader's language", () => {
    const [first] = parseSkill("x", { ...place, t: createTranslate("zh-CN") }).diagnostics;
    expect(first?.message).toContain("没有 frontmatter");
  });

  it("reads a head alone as it reads the whole", () => {
    for (const text of [
      "---\nname: x\ndescription: é\n---\nBody \u202E",
      "---\r\nname: x\r\n---  \r\nBody",
      "\uFEFF---\nname: x\n---",
      "---\n--- x\n---\n",
      "----\nname: x\n---\n",
      "plain",
    ]) {
      const { body: _, bodyLine: __, ...whole } = parse(Buffer.from(text));
      expect(parseHead(Buffer.from(text), place)).toEqual(whole);
    }
  });
});
