import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { validateText } from "../validate/validate-text.ts";
import { parseSkill } from "./parse-skill.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { writeSkillFile } from "./write-skill.ts";

const t = createTranslate("en");
const parse = (text: string) => parseSkill(text, { path: "SKILL.md", folderName: "x", t });

describe("writeSkillFile", () => {
  it.each([
    "Use when: it is so",
    "# not a comment",
    "say \"hi\" and 'ho'",
    "two\nlines\n\nand: more",
    "当用户要求：创建技能 # 时",
    "true",
    "1.0",
    "null",
    "@mention `code` *star* &amp !bang %x",
    "[DEPRECATED] text",
    "{a: b}",
    "- dash",
    "a\n---\nb",
    "ends with colon:",
    "x".repeat(1000),
    'C:\\path\\"q"',
  ])("brings %j back, and strict readers take it", (description) => {
    const text = writeSkillFile({ name: "x", description }, "Body");
    const parsed = parse(text);
    expect(parsed.fields).toMatchObject({ name: "x", description });
    expect(parsed.diagnostics).toEqual([]);
    expect(validateText(text, "x", { profile: "portable", t }).errors).toEqual([]);
  });

  it("brings back any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (value) => {
        const { frontmatter } = splitFrontmatter(writeSkillFile({ name: "x", value }, ""));
        expect(readFrontmatter(frontmatter).data?.["value"]).toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  it("writes lists and maps in block style and leaves out what is not said", () => {
    const text = writeSkillFile(
      {
        name: "x",
        license: undefined,
        metadata: { author: "me", "skillmint.restrict": "true" },
        tags: ["a", "b"],
      },
      "\n\n# Title\r\n\r\ntext\n\n",
    );
    expect(text).toBe(
      '---\nname: x\nmetadata:\n  author: me\n  skillmint.restrict: "true"\ntags:\n  - a\n  - b\n---\n\n# Title\n\ntext\n',
    );
    expect(parse(text)).toMatchObject({ body: "# Title\n\ntext", bodyLine: 11, fields: { restrict: true } });
  });

  it("writes a body that begins with a fence so that it stays body", () => {
    const text = writeSkillFile({ name: "x", description: "d" }, "---\nname: evil\n---\n");
    expect(parse(text)).toMatchObject({ fields: { name: "x" }, body: "---\nname: evil\n---" });
  });
});
