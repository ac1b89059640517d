import { describe, expect, it } from "vitest";
import { bodyOf, emptySkill, suggestName, titleOf, writeSkillText } from "./write-skill-text.ts";

describe("writeSkillText", () => {
  it("quotes what would mean something else to YAML, and leaves out what is not said", () => {
    const skill = { ...emptySkill, name: "a", description: 'Says: "x"\n# no comment ', body: "Do." };
    expect(writeSkillText(skill)).toBe(
      '---\nname: "a"\ndescription: "Says: \\"x\\"\\n# no comment"\n---\n\nDo.\n',
    );
    expect(writeSkillText({ ...emptySkill, name: "a", tools: "Read Bash(ls:*)" })).toContain(
      'allowed-tools: "Read Bash(ls:*)"',
    );
  });
});

describe("bodyOf", () => {
  it.each([
    ["---\nname: a\n---\n# Body\n---\nmore", "# Body\n---\nmore"],
    ["---\r\nname: a\r\n---\r\nBody", "Body"],
    ["---\nname: a\n---", ""],
    ["---\nname: a\nnever closed", "---\nname: a\nnever closed"],
    ["No frontmatter.\n---\nx\n---\n", "No frontmatter.\n---\nx\n---\n"],
  ])("%j → %j", (text, body) => expect(bodyOf(text)).toBe(body));
});

describe("suggestName", () => {
  it.each([
    ["tidy-up", undefined],
    ["", undefined],
    ["技能", undefined],
    ["Tidy Up!", "tidy-up"],
    ["--Crème brûlée--", "creme-brulee"],
    ["x".repeat(70), "x".repeat(64)],
  ])("%s → %s", (name, near) => expect(suggestName(name)).toBe(near));
});

describe("titleOf", () => {
  it("reads as words", () => expect(titleOf("review-code")).toBe("Review code"));
});
