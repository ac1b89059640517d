import { execFile } from "node:child_process";
import { chmod, rename } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { createSkillFinder } from "./discover-skills.ts";
import type { SkillLayer, SkillRoot } from "./layer.ts";
import type { ScanLimits } from "./scan-root.ts";
import { createTemporaryTree, type TemporaryTree } from "./temporary-tree.fixture.ts";

const run = promisify(execFile);
let tree: TemporaryTree;
beforeEach(async () => {
  tree = await createTemporaryTree();
});
afterEach(() => tree.remove());

interface Look {
  root?: Partial<SkillRoot>;
  limits?: Partial<ScanLimits>;
}

/** Looks through `skills` below the tree. */
async function look({ root = {}, limits = {} }: Look = {}) {
  const layer: SkillLayer = {
    name: "user",
    find: async () => [
      { folder: join(tree.root, "skills"), layer: "user", order: 0, trusted: true, ...root },
    ],
  };
  const { skills, diagnostics } = await createSkillFinder({ layers: [layer], limits }).find(tree.context());
  return {
    skills,
    folders: skills.map(({ folder }) => folder.slice(tree.root.length + 1)),
    codes: diagnostics.map(({ code }) => code),
    diagnostics,
  };
}

describe("where skills may lie", () => {
  it("finds skills in folders and in groups of folders, and none inside another", async () => {
    await tree.skill("skills/b");
    await tree.skill("skills/a");
    await tree.skill("skills/a/nested/no");
    await tree.skill("skills/group/deep/c");
    expect((await look()).folders).toEqual(["skills/a", "skills/b", "skills/group/deep/c"]);
  });

  it("takes a root with SKILL.md for one skill", async () => {
    await tree.skill("skills");
    await tree.skill("skills/inner");
    expect((await look()).folders).toEqual(["skills"]);
  });

  it("reads skill.md in any case, SKILL.md before the others", async () => {
    await tree.write("skills/lower/skill.md", "---\ndescription: lower\n---\n");
    await tree.write("skills/mixed/Skill.MD", "---\ndescription: mixed\n---\n");
    await tree.write("skills/both/skill.md", "---\ndescription: no\n---\n");
    await tree.skill("skills/both", { description: "yes" });
    await tree.skill("skills/lower/inner");
    const { skills } = await look();
    expect(new Set(skills.map(({ fields }) => fields.description))).toEqual(
      new Set(["lower", "mixed", "yes"]),
    );
  });

  it("goes six folders deep and says that it stopped", async () => {
    await tree.skill("skills/1/2/3/4/5/six");
    await tree.skill("skills/1/2/3/4/5/6/seven");
    const { folders, codes } = await look();
    expect(folders).toEqual(["skills/1/2/3/4/5/six"]);
    expect(codes).toEqual(["folder-too-deep"]);
  });

  it("survives a chain of 200 folders", async () => {
    await tree.skill(`skills/${"d/".repeat(200)}deep`);
    await tree.skill("skills/near");
    expect((await look()).folders).toEqual(["skills/near"]);
  });

  it("C02: stops at its limits, with all skills that lie directly in the root", async () => {
    for (let index = 0; index < 30; index++) {
      await tree.folder(`skills/empty${index}/x`);
      await tree.skill(`skills/z${index}`);
    }
    const few = await look({ limits: { folders: 5 } });
    expect(few.folders).toHaveLength(30);
    expect(few.codes).toEqual(["folders-limit"]);
    const cut = await look({ limits: { skills: 29 } });
    expect(cut.folders).toHaveLength(29);
    expect(cut.codes).toEqual(["skills-limit"]);
    expect((await look({ limits: { skills: 30 } })).codes).toEqual([]);
  });

  it("counts a flood of problems instead of listing it", async () => {
    for (let index = 0; index < 130; index++) await tree.link(`skills/l${index}`, "nowhere");
    const { diagnostics } = await look();
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.message).toBe(createTranslate("en")("discover.more-problems", { count: 30 }));
  });
});

describe("links", () => {
  it("A09: survives loops, links to itself and links that lead nowhere", async () => {
    await tree.skill("skills/a");
    await tree.link("skills/self", "self");
    await tree.link("skills/up", "..");
    await tree.link("skills/here", ".");
    await tree.link("skills/group/back", "../group");
    await tree.link("skills/none", "missing");
    const { folders, codes } = await look();
    expect(folders).toEqual(["skills/a"]);
    expect(codes.sort()).toEqual([
      "folder-link-loop",
      "folder-link-loop",
      "skill-link-broken",
      "skill-link-broken",
    ]);
  });

  it("A09: follows a person's link out of the root, a project's only inside the project", async () => {
    await tree.skill("shared/x");
    await tree.link("skills/x", "../shared/x");
    expect((await look()).folders).toEqual(["shared/x"]);
    const project = await look({ root: { layer: "project", within: join(tree.root, "skills") } });
    expect(project.folders).toEqual([]);
    expect(project.codes).toEqual(["folder-link-outside"]);
    const wider = await look({ root: { layer: "project", within: tree.root } });
    expect(wider.folders).toEqual(["shared/x"]);
  });

  it("A09: refuses a project's root that is a link out of the project", async () => {
    await tree.skill("shared/x");
    await tree.link("skills", "shared");
    const within = await tree.folder("project");
    expect(await look({ root: { layer: "project", within } })).toMatchObject({
      folders: [],
      codes: ["folder-link-outside"],
    });
    expect((await look()).folders).toEqual(["shared/x"]);
  });

  it("counts a folder once, however many links lead to it", async () => {
    await tree.skill("skills/a");
    await tree.link("skills/b", "a");
    await tree.link("skills/c", "../skills/a");
    expect((await look()).folders).toEqual(["skills/a"]);
  });

  it("A07: reads a linked SKILL.md only where its target lies in the root", async () => {
    await tree.write("secret.md", "---\ndescription: canary\n---\n");
    await tree.link("skills/out/SKILL.md", "../../secret.md");
    await tree.link("skills/dangling/SKILL.md", "../../missing.md");
    await tree.skill("skills/real");
    await tree.link("skills/in/SKILL.md", "../real/SKILL.md");
    await tree.link("skills/lower/skill.md", "../../secret.md");
    const { folders, codes, diagnostics } = await look();
    expect(folders).toEqual(["skills/in", "skills/real"]);
    expect(codes.sort()).toEqual(["skill-link-broken", "skill-link-outside", "skill-link-outside"]);
    expect(JSON.stringify(diagnostics)).not.toContain("canary");
  });
});

describe("files that are none", () => {
  it("A12: never blocks on pipes, sockets, devices and folders named SKILL.md", async () => {
    await tree.folder("skills/fifo");
    await run("mkfifo", [join(tree.root, "skills/fifo/SKILL.md")]);
    await tree.folder("skills/socket");
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(tree.root, "skills/socket/SKILL.md"), done));
    await tree.link("skills/device/SKILL.md", "/dev/zero");
    await tree.folder("skills/folder/SKILL.md");
    await tree.write("skills/empty/SKILL.md", "");
    await tree.skill("skills/good");
    const { folders, codes } = await look();
    await new Promise((done) => server.close(done));
    expect(folders).toContain("skills/good");
    expect(codes.sort()).toEqual([
      "skill-link-outside",
      "skill-not-a-file",
      "skill-not-a-file",
      "skill-not-a-file",
    ]);
  });

  it("a pipe at the root does not hide the skills below it", async () => {
    await tree.skill("skills/good");
    await run("mkfifo", [join(tree.root, "skills/SKILL.md")]);
    expect((await look()).folders).toEqual(["skills/good"]);
  });

  it("C01: does not read a file of 100 MB, and loads the others", async () => {
    await tree.folder("skills/huge");
    await run("truncate", ["-s", "100M", join(tree.root, "skills/huge/SKILL.md")]);
    await tree.skill("skills/good");
    const { folders, diagnostics } = await look();
    expect(folders).toEqual(["skills/good"]);
    expect(diagnostics).toMatchObject([
      { code: "skill-too-large", severity: "error", path: join(tree.root, "skills/huge/SKILL.md") },
    ]);
  });

  it.skipIf(process.getuid?.() === 0)("tells what may not be read", async () => {
    const file = await tree.skill("skills/closed");
    await chmod(file, 0);
    const { codes } = await look();
    expect(codes).toEqual(["skill-unreadable"]);
  });

  it("looks at what is there when it is asked, not before", async () => {
    await tree.skill("skills/a");
    const layer: SkillLayer = {
      name: "user",
      find: async () => [{ folder: join(tree.root, "skills"), layer: "user", order: 0, trusted: true }],
    };
    const finder = createSkillFinder({ layers: [layer] });
    expect((await finder.find(tree.context())).skills).toHaveLength(1);
    await rename(join(tree.root, "skills/a"), join(tree.root, "skills/b"));
    await tree.skill("skills/c");
    const { skills } = await finder.find(tree.context());
    expect(skills.map(({ folder }) => folder.slice(-1))).toEqual(["b", "c"]);
  });
});
