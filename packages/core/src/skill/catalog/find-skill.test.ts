import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { findSkill } from "./find-skill.ts";
import { nameSkills } from "./name-skills.ts";
import { findOne } from "./skills.fixture.ts";

const skills = nameSkills([
  findOne("pdf", { layer: "project" }),
  findOne("pdf"),
  findOne("Test Skill", { at: "/user/test-skill" }),
  findOne("a:b", { at: "/user/odd" }),
  findOne("brainstorming", { layer: "plugin", plugin: "superpowers" }),
  findOne("deploy", { layer: "project" }),
  findOne("deploy", { layer: "project", scope: "apps/web", order: 2, at: "/r/apps/web/deploy" }),
  findOne("lint", { layer: "project", scope: "apps/api", order: 2, at: "/r/apps/api/lint" }),
  findOne("bash"),
  findOne("mcp-x-y", { fields: { name: "mcp__x__y" }, at: "/user/mcp__x__y" }),
  findOne("secret", { layer: "project", trusted: false }),
]);
const id = (text: string) => findSkill(skills, text).skill?.id;

describe("findSkill", () => {
  it.each([
    ["project:pdf", "project:pdf"],
    ["user:pdf", "user:pdf"],
    ["pdf", "project:pdf"],
    [" PDF ", "project:pdf"],
    ["p\u200Bdf", "project:pdf"],
    ["test-skill", "user:test-skill"],
    ["Test Skill", "user:test-skill"],
    ["user:Test-Skill", "user:test-skill"],
    ["a:b", "user:odd"],
    ["odd", "user:odd"],
    ["plugin:superpowers:brainstorming", "plugin:superpowers:brainstorming"],
    ["superpowers:brainstorming", "plugin:superpowers:brainstorming"],
    ["brainstorming", "plugin:superpowers:brainstorming"],
    ["deploy", "project:deploy"],
    ["apps/web:deploy", "project:apps/web:deploy"],
    ["apps/api:lint", "project:lint"],
    ["project:apps/api:lint", "project:lint"],
    // G07: the names of tools are names like any other
    ["bash", "user:bash"],
    ["Bash", "user:bash"],
    ["mcp__x__y", "user:mcp-x-y"],
    ["Shell", undefined],
    ["user:deploy", undefined],
    ["superpowers:pdf", undefined],
    ["", undefined],
    ["__proto__", undefined],
    // found, so that whoever asks can be told why it does not run
    ["secret", "project:secret"],
  ])("%j -> %j", (text, expected) => expect(id(text)).toBe(expected));

  it("takes the only skill of a name for that of a plugin that is not there, and says so", () => {
    const { skill, note } = findSkill(skills, "elsewhere:brainstorming");
    expect([skill?.id, note]).toEqual([
      "plugin:superpowers:brainstorming",
      "There is no plugin elsewhere here; plugin:superpowers:brainstorming is used.",
    ]);
    expect(findSkill(skills, "elsewhere:brainstorming", createTranslate("zh-CN")).note).toContain("没有插件");
    expect(findSkill(skills, "pdf").note).toBeUndefined();
  });

  it("chooses none of several and names them", () => {
    const two = nameSkills([findOne("Do It", { at: "/user/one" }), findOne("Do It", { at: "/user/two" })]);
    const { skill, candidates } = findSkill(two, "Do It");
    expect([skill, candidates.map(({ id }) => id)]).toEqual([undefined, ["user:one", "user:two"]]);
  });

  // G01
  it("prefers a real plugin's skill to one that only writes a colon into its name", () => {
    const forged = findOne("superpowers:brainstorming", { layer: "project", at: "/p/x" });
    const both = nameSkills([forged, findOne("brainstorming", { layer: "plugin", plugin: "superpowers" })]);
    expect(findSkill(both, "superpowers:brainstorming").skill?.id).toBe("plugin:superpowers:brainstorming");
  });

  it("prefers any skill that counts to one of a folder nobody trusts", () => {
    const all = nameSkills([
      findOne("pdf", { layer: "project", trusted: false }),
      findOne("x", { fields: { name: "PDF" }, at: "/user/pdf-x" }),
    ]);
    expect(findSkill(all, "pdf").skill?.id).toBe("user:pdf-x");
    expect(findSkill(all, "project:pdf").skill?.id).toBe("project:pdf");
  });

  it.each([
    ["brainstormin", ["brainstorming"]],
    ["dpeloy", ["deploy"]],
    ["superpowers:brainstroming", ["brainstorming"]],
    ["zzzzzzzz", []],
  ])("offers what %j may have meant", (text, names) =>
    expect(findSkill(skills, text).candidates.map(({ name }) => name)).toEqual(names),
  );

  it("is quick with many skills and long words", () => {
    const many = nameSkills(Array.from({ length: 10_000 }, (_, index) => findOne(`skill-${index}-of-many`)));
    const start = performance.now();
    findSkill(many, "skil-77-of-mny");
    findSkill(many, "x".repeat(1_000_000));
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(findSkill(many, "skill-9999-of-many").skill?.id).toBe("user:skill-9999-of-many");
  });
});
