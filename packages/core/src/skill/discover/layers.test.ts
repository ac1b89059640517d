import { utimes } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtinLayers } from "./builtin-layers.ts";
import { createSkillFinder } from "./discover-skills.ts";
import type { LayerContext, SkillLayer } from "./layer.ts";
import { createTemporaryTree, type TemporaryTree } from "./temporary-tree.fixture.ts";

let tree: TemporaryTree;
beforeEach(async () => {
  tree = await createTemporaryTree();
});
afterEach(() => tree.remove());

async function find(changes: Partial<LayerContext> = {}, layers: readonly SkillLayer[] = builtinLayers()) {
  return createSkillFinder({ layers }).find(tree.context(changes));
}

/** `layer name`, in the order found. */
async function names(changes: Partial<LayerContext> = {}): Promise<string[]> {
  const { skills } = await find(changes);
  return skills.map(({ layer, fields }) => `${layer} ${fields.name}`);
}

describe("the project layer", () => {
  it("looks upward to the root of the repository, nearest first", async () => {
    await tree.skill("project/apps/web/.claude/skills/near");
    await tree.skill("project/.claude/skills/claude");
    await tree.skill("project/.agents/skills/agents");
    await tree.skill("project/.skillmint/skills/mint");
    await tree.skill(".claude/skills/beyond");
    expect(await names({ folder: join(tree.project, "apps/web") })).toEqual([
      "project near",
      "project mint",
      "project agents",
      "project claude",
    ]);
    const { skills } = await find({ folder: join(tree.project, "apps/web") });
    expect(skills.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  });

  it("looks up to the root of the file system where there is no repository", async () => {
    await tree.skill(".claude/skills/outer");
    await tree.folder("plain/a");
    expect(await names({ folder: join(tree.root, "plain/a") })).toContain("project outer");
  });

  it("counts a folder that is also the person's once, as theirs", async () => {
    await tree.skill("home/.claude/skills/mine");
    await tree.folder("home/work");
    expect(await names({ folder: join(tree.home, "work") })).toEqual(["user mine"]);
    expect(await names({ folder: tree.home })).toEqual(["user mine"]);
  });

  it("asks for each folder's own trust, and takes a failing answer for no", async () => {
    await tree.skill("project/.claude/skills/outer");
    await tree.skill("project/app/.claude/skills/inner");
    const folder = join(tree.project, "app");
    const some = await find({ folder, isTrusted: async (path) => path === folder });
    expect(some.skills.map(({ fields, trusted }) => [fields.name, trusted])).toEqual([
      ["inner", true],
      ["outer", false],
    ]);
    const none = await find({ folder, isTrusted: () => Promise.reject(new Error("no store")) });
    expect(none.skills.map(({ trusted }) => trusted)).toEqual([false, false]);
  });

  it("G05: lists what nobody trusts by name and description only", async () => {
    const text = "---\nname: a\ndescription: b\nallowed-tools: Bash(*)\nhooks:\n  x: y\nodd: 1\n---\nGo.\n";
    await tree.write("project/.claude/skills/a/SKILL.md", text);
    await tree.write("project/.claude/skills/broken/SKILL.md", "---\nname: [\n---\n");
    await tree.link("project/.claude/skills/away", "/etc");
    const { skills, diagnostics } = await find({ isTrusted: async () => false });
    const [first] = skills;
    expect(first?.fields).toEqual({ name: "a", description: "b" });
    expect({ ...first?.extra }).toEqual({});
    expect(first?.diagnostics).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["folder-untrusted"]);
  });

  it("finds folders inside the project once a file there was touched", async () => {
    await tree.skill("project/apps/web/.claude/skills/deploy");
    await tree.skill("project/apps/.agents/skills/all");
    await tree.write("project/apps/web/src/a.ts", "");
    expect(await names()).toEqual([]);
    const { skills } = await find({ touched: ["apps/web/src/a.ts"] });
    expect(skills.map(({ fields, scope }) => [fields.name, scope])).toEqual([
      ["all", "apps"],
      ["deploy", "apps/web"],
    ]);
    expect((await find({ touched: [join(tree.project, "apps/other.ts")] })).skills).toHaveLength(1);
  });

  it("G06: leaves packages, build outputs, hidden folders and other repositories alone", async () => {
    for (const folder of ["node_modules/x", "dist", ".cache/x", "sub"])
      await tree.skill(`project/${folder}/.agents/skills/stray`);
    await tree.folder("project/sub/.git");
    await tree.skill("project/.claude/skills/node_modules/x");
    await tree.skill("project/.claude/skills/node_modules");
    await tree.skill("project/.claude/skills/.hidden");
    await tree.skill("project/.claude/skills/group/dist/x");
    await tree.skill("project/.claude/skills/vendored/skills/x");
    await tree.write("project/.claude/skills/vendored/.git", "gitdir: elsewhere\n");
    await tree.skill("project/.claude/skills/build");
    const touched = ["node_modules/x/a.js", "dist/a.js", ".cache/x/a", "sub/a.ts"];
    expect(await names({ touched })).toEqual(["project build"]);
  });

  it("does not follow a touched file out of the project", async () => {
    await tree.skill("other/.claude/skills/stray");
    await tree.write("other/a.ts", "");
    await tree.link("project/other", "../other");
    expect(await names({ touched: ["other/a.ts", "../other/a.ts"] })).toEqual([]);
  });
});

describe("the other layers", () => {
  it("reads the person's folders, SKILLMINT_HOME before ~/.skillmint", async () => {
    await tree.skill("home/.skillmint/skills/a");
    await tree.skill("home/.claude/skills/b");
    await tree.skill("home/.agents/skills/c");
    await tree.skill("elsewhere/skills/d");
    expect(await names()).toEqual(["user a", "user b", "user c"]);
    expect(await names({ env: { SKILLMINT_HOME: join(tree.root, "elsewhere") } })).toEqual([
      "user d",
      "user b",
      "user c",
    ]);
    const { skills } = await find({}, builtinLayers({ home: join(tree.root, "elsewhere") }));
    expect(skills[0]?.fields.name).toBe("d");
  });

  it("reads lists of extra folders and tells which are missing", async () => {
    await tree.skill("one/a");
    await tree.skill("two/b");
    await tree.skill("home/three/c");
    const env = {
      SKILLMINT_SKILLS_DIR: [join(tree.root, "one"), "~/three"].join(delimiter),
      CLAUDE_SKILLS_DIR: `${delimiter}${join(tree.root, "two")}${delimiter}${join(tree.root, "none")}`,
    };
    expect(await names({ env })).toEqual(["extra a", "extra c", "extra b"]);
    const { diagnostics } = await find({ env });
    expect(diagnostics).toMatchObject([{ code: "folder-missing", path: join(tree.root, "none") }]);
  });

  it("takes a relative extra folder for the repository's own", async () => {
    await tree.skill("project/skills/a");
    const env = { CLAUDE_SKILLS_DIR: "skills" };
    const { skills } = await find({ env, isTrusted: async () => false });
    expect(skills.map(({ trusted }) => trusted)).toEqual([false]);
  });

  it("reads the environment's, the bundled and any further layer, the strongest first", async () => {
    await tree.skill("env/a");
    await tree.skill("bundle/a");
    await tree.skill("more/a");
    const more: SkillLayer = {
      name: "mine",
      find: async () => [{ folder: join(tree.root, "more"), layer: "mine", order: 0, trusted: true }],
    };
    const broken: SkillLayer = { name: "broken", find: () => Promise.reject(new Error("no network")) };
    const layers = [...builtinLayers({ bundledFolder: join(tree.root, "bundle") }), broken, more];
    const found = await find({ environmentFolder: join(tree.root, "env") }, layers);
    expect(found.skills.map(({ layer }) => layer)).toEqual(["environment", "bundled", "mine"]);
    expect(found.diagnostics).toMatchObject([{ code: "layer-failed" }]);
    expect(found.diagnostics[0]?.message).toContain("no network");
  });

  it("takes the newest version of each plugin, which may read the plugin's other files", async () => {
    const cache = "home/.claude/plugins/cache/market";
    for (const version of ["5.9.0", "5.10.0", "5.10.0-beta.2", "unknown"])
      await tree.skill(`${cache}/power/${version}/skills/go`, { description: version });
    await tree.write(`${cache}/power/5.10.0/.claude-plugin/plugin.json`, '{"name": "superpowers"}');
    await tree.skill(`${cache}/hashed/abc/skills/x`, { description: "old" });
    await tree.skill(`${cache}/hashed/def/skills/x`, { description: "new" });
    await utimes(join(tree.root, cache, "hashed/abc"), 1, 1);
    await tree.write(`${cache}/hashed/def/plugin.json`, '{"name": "a:b"}');
    const { skills } = await find();
    expect(skills.map(({ plugin, fields, root }) => [plugin, fields.description, root])).toEqual([
      ["hashed", "new", join(tree.root, cache, "hashed/def")],
      ["superpowers", "5.10.0", join(tree.root, cache, "power/5.10.0")],
    ]);
  });

  it("takes a folder with a plugin's manifest inside a skills folder for a plugin, weaker than installed ones", async () => {
    await tree.write("project/.claude/skills/kit/.claude-plugin/plugin.json", '{"name": "power"}');
    await tree.skill("project/.claude/skills/kit/skills/go", { description: "forged" });
    await tree.skill("project/.claude/skills/kit/other/no");
    await tree.skill("home/.claude/plugins/cache/market/power/1.0.0/skills/go", { description: "true" });
    const { skills } = await find();
    const found = skills.toSorted((a, b) => a.order - b.order);
    expect(found.map(({ layer, plugin, fields }) => [layer, plugin, fields.description])).toEqual([
      ["plugin", "power", "true"],
      ["plugin", "power", "forged"],
    ]);
    expect(found[1]?.root).toBe(join(tree.project, ".claude/skills/kit"));
  });

  it("takes the files of commands folders for skills, named after file and folders", async () => {
    await tree.write(
      "project/.claude/commands/review.md",
      "---\ndescription: Reviews.\nname: other\n---\nGo.",
    );
    await tree.write("project/.claude/commands/web/new page.md", "No frontmatter.");
    await tree.write("home/.claude/commands/mine.md", "---\ndescription: Mine.\n---\nGo.");
    await tree.write("project/.claude/commands/notes.txt", "no");
    const { skills } = await find();
    expect(skills.map(({ layer, fields, command }) => [layer, fields.name, command])).toEqual([
      ["project", "review", "review"],
      ["project", "web-new-page", "web:new page"],
      ["user", "mine", "mine"],
    ]);
  });

  it("G01: a colon in a name makes no plugin of it", async () => {
    await tree.skill("project/.claude/skills/a", { name: "superpowers:tdd" });
    const [found] = (await find()).skills;
    expect([found?.layer, found?.plugin, found?.fields.name]).toEqual([
      "project",
      undefined,
      "superpowers:tdd",
    ]);
  });
});
