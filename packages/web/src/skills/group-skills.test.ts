import { describe, expect, it } from "vitest";
import { filterSkills, groupSkills, joinFound, sortProblems, type ListedSkill } from "./group-skills.ts";

const skill = (id: string, more: Partial<ListedSkill> = {}): ListedSkill => {
  const [layer = "", name = ""] = id.split(":");
  const folder = `/home/skills/${name}`;
  return { id, name, slug: name, description: "", layer, folder, enabled: true, offered: true, ...more };
};

describe("groupSkills", () => {
  it("keeps the order of layers and of skills, and names each root once", () => {
    const groups = groupSkills([
      skill("project:a", { folder: "/work/.claude/skills/a" }),
      skill("user:b"),
      skill("user:c", { folder: "/home/.claude/skills/c" }),
      skill("user:d"),
      skill("custom:e", { folder: "C:\\skills\\e" }),
    ]);
    expect(groups.map(({ layer, roots, skills }) => [layer, roots, skills.map(({ id }) => id)])).toEqual([
      ["project", ["/work/.claude/skills"], ["project:a"]],
      ["user", ["/home/skills", "/home/.claude/skills"], ["user:b", "user:c", "user:d"]],
      ["custom", ["C:\\skills"], ["custom:e"]],
    ]);
  });
});

describe("filterSkills", () => {
  it("separates what is offered from what is not", () => {
    const all = [skill("user:a"), skill("user:b", { offered: false })];
    expect(filterSkills(all, "all")).toHaveLength(2);
    expect(filterSkills(all, "offered").map(({ id }) => id)).toEqual(["user:a"]);
    expect(filterSkills(all, "withheld").map(({ id }) => id)).toEqual(["user:b"]);
  });
});

describe("joinFound", () => {
  it("finds by the beginning of a name, then as the server ranks, then by description, each once", () => {
    const all = [
      skill("user:one", { description: "Mends debris." }),
      skill("user:two"),
      skill("user:debug", { name: "Debug" }),
    ];
    const ranked = [{ id: "user:two" }, { id: "user:debug" }, { id: "user:filtered-out" }];
    expect(joinFound(all, ranked, "DEB").map(({ id }) => id)).toEqual(["user:debug", "user:two", "user:one"]);
    expect(joinFound(all, [], "xyz")).toEqual([]);
  });
});

describe("sortProblems", () => {
  it("gives each to the skill of its folder, the others to nobody, and leaves out what is only told", () => {
    const problem = (path: string, severity: "error" | "warning" | "info" = "warning") => ({
      path,
      severity,
      code: "x",
      message: "m",
    });
    const { bySkill, rest } = sortProblems(
      [skill("user:a"), skill("user:ab")],
      [
        problem("/home/skills/a/SKILL.md"),
        problem("/home/skills/ab/SKILL.md"),
        problem("/home/skills/a", "error"),
        problem("/home/skills/broken/SKILL.md", "error"),
        problem("/home/skills/a/SKILL.md", "info"),
      ],
    );
    expect([...bySkill].map(([id, list]) => [id, list.length])).toEqual([
      ["user:a", 2],
      ["user:ab", 1],
    ]);
    expect(rest.map(({ path }) => path)).toEqual(["/home/skills/broken/SKILL.md"]);
  });
});
