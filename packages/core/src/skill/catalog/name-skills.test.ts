import { describe, expect, it } from "vitest";
import { layerOrder } from "../skill.ts";
import { nameSkills } from "./name-skills.ts";
import { isSlug, plainName, toSlug } from "./skill-names.ts";
import { findOne } from "./skills.fixture.ts";

const names = (found: Parameters<typeof nameSkills>[0]) =>
  nameSkills(found).map(({ id, name, shadowedBy }) => [id, name, shadowedBy]);

describe("nameSkills", () => {
  it("lets the strongest layer win and keeps the losers with the winner's id, whatever the order they come in", () => {
    const found = layerOrder.map((layer) =>
      findOne("pdf", { layer, ...(layer === "plugin" && { plugin: "tools" }) }),
    );
    const expected = [
      ["project:pdf", "pdf", undefined],
      ["user:pdf", "pdf", "project:pdf"],
      ["extra:pdf", "pdf", "project:pdf"],
      ["environment:pdf", "pdf", "project:pdf"],
      ["plugin:tools:pdf", "pdf", "project:pdf"],
      ["pack:pdf", "pdf", "project:pdf"],
      ["mcp:pdf", "pdf", "project:pdf"],
      ["bundled:pdf", "pdf", "project:pdf"],
    ];
    expect(names(found)).toEqual(expected);
    expect(names(found.toReversed())).toEqual(expected);
  });

  it("puts the nearer folder first and tells the others of the layer apart by their folder", () => {
    const far = findOne("pdf", { layer: "project", order: 1, at: "/repo/.claude/skills/pdf" });
    const near = findOne("pdf", { layer: "project", order: 0, at: "/repo/app/.claude/skills/pdf" });
    expect(names([far, near])).toEqual([
      ["project:pdf", "pdf", undefined],
      ["project:pdf@/repo/.claude/skills/pdf", "pdf", "project:pdf"],
    ]);
  });

  it("tells files of one folder apart, and takes the same file twice for one skill", () => {
    const one = findOne("go", { at: "/c", file: "/c/a.md", command: "go" });
    const two = findOne("go", { at: "/c", file: "/c/b.md", command: "go" });
    const three = findOne("go", { at: "/c", file: "/c/c.md", command: "go" });
    expect(nameSkills([one, two, three, three]).map(({ id }) => id)).toEqual([
      "user:go",
      "user:go@/c",
      "user:go@/c/c.md",
    ]);
  });

  it("calls a nested skill by its folder only where the name is taken", () => {
    const root = findOne("deploy", { layer: "project" });
    const web = findOne("deploy", {
      layer: "project",
      scope: "apps/web",
      order: 5,
      at: "/r/apps/web/deploy",
    });
    const api = findOne("deploy", {
      layer: "project",
      scope: "apps/api",
      order: 6,
      at: "/r/apps/api/deploy",
    });
    expect(names([web])).toEqual([["project:deploy", "deploy", undefined]]);
    expect(names([root, web, api])).toEqual([
      ["project:deploy", "deploy", undefined],
      ["project:apps/web:deploy", "apps/web:deploy", undefined],
      ["project:apps/api:deploy", "apps/api:deploy", undefined],
    ]);
    const user = findOne("deploy");
    expect(names([user, web])).toEqual([
      ["project:apps/web:deploy", "apps/web:deploy", undefined],
      ["user:deploy", "deploy", undefined],
    ]);
  });

  it("puts layers it does not know before the bundled ones, unless told where they stand", () => {
    const found = [
      findOne("a", { layer: "bundled" }),
      findOne("a", { layer: "company" }),
      findOne("a", { layer: "mcp" }),
    ];
    expect(nameSkills(found).map(({ id }) => id)).toEqual(["mcp:a", "company:a", "bundled:a"]);
    expect(nameSkills(found, ["company", ...layerOrder]).map(({ id }) => id)).toEqual([
      "company:a",
      "mcp:a",
      "bundled:a",
    ]);
  });

  it.each([
    ["Test Skill", "test-skill", "test-skill"],
    ["a:b", "ab", "ab"],
    ["superpowers:brainstorming", "x", "x"],
    ["../../outside", "inside", "inside"],
    ["PDF", "pdf-tools", "pdf-tools"],
    ["pdf", "other", "pdf"],
    ["数据分析", "data", "数据分析"],
    ["p\u200Bdf", "other", "pdf"],
    ["ｐｄｆ", "other", "pdf"],
    ["", "My Folder", "my-folder"],
    ["x\ny", "plugin:forged", "plugin-forged"],
    [undefined, "...", "skill"],
    ["a".repeat(65), "short", "short"],
    ["__proto__", "ok", "ok"],
  ])("names %j in the folder %j %j", (written, folder, name) => {
    const found = findOne("x", { at: `/s/${folder}`, fields: {} });
    if (written === undefined) delete found.fields.name;
    else found.fields.name = written;
    expect(plainName(found)).toBe(name);
    expect(isSlug(name)).toBe(true);
    const [skill] = nameSkills([found]);
    expect(skill).toMatchObject({ id: `user:${name}`, name, label: written?.trim() || folder });
  });

  it("makes a slug of anything", () => {
    for (const text of ["CON", "a/b\\c\0", " . ", "--x--", "é\u0301", "a__b..c", "\u202Eabc", "😀 x"])
      expect([text, isSlug(toSlug(text))]).toEqual([text, true]);
  });

  // D04
  it("takes letters of another alphabet for another skill that hides nothing", () => {
    const real = findOne("pdf");
    const fake = findOne("\u0440df", { layer: "project", at: "/p/fake" });
    expect(names([fake, real])).toEqual([
      ["project:\u0440df", "\u0440df", undefined],
      ["user:pdf", "pdf", undefined],
    ]);
  });

  // G01, G05
  it.each([{ trusted: false }, { state: "unreadable" as const }])(
    "is not moved by a stronger skill that is %j",
    (more) => {
      const weak = findOne("pdf", { layer: "project", ...more });
      expect(names([weak, findOne("pdf")])).toEqual([
        ["project:pdf", "pdf", undefined],
        ["user:pdf", "pdf", undefined],
      ]);
    },
  );

  it("gives every skill an id of its own", () => {
    const found = Array.from({ length: 200 }, (_, index) =>
      findOne("same", {
        at: `/s/${index % 50}`,
        layer: ["user", "project"][index % 2] ?? "",
        order: index % 7,
      }),
    );
    const ids = nameSkills(found).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
