import { execFile } from "node:child_process";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../protocol/index.ts";
import { createTemporaryTree, type TemporaryTree } from "./discover/temporary-tree.fixture.ts";
import { maxListedFiles } from "./list-skill-files.ts";
import { listSkillFiles } from "./list-skill-files.ts";
import { readSkill, readSkillFile } from "./read-skill.ts";
import { SkillFileError } from "./skill-file-error.ts";

const run = promisify(execFile);
const t = createTranslate("en");
let tree: TemporaryTree;
let found: { file: string; folder: string; root: string };
beforeEach(async () => {
  tree = await createTemporaryTree();
  const file = await tree.skill("plugin/skills/a", { body: "Read references/x.md." });
  const folder = join(tree.root, "plugin/skills/a");
  found = { file, folder, root: folder };
});
afterEach(() => tree.remove());

describe("readSkill", () => {
  it("gives the text as it is now", async () => {
    expect(await readSkill(found, t)).toMatchObject({ state: "ok", body: "Read references/x.md." });
    await tree.skill("plugin/skills/a", { body: "Changed." });
    expect((await readSkill(found, t)).body).toBe("Changed.");
  });

  it("honours Codex's file beside it", async () => {
    await tree.write("plugin/skills/a/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
    expect((await readSkill(found, t)).fields.disableModelInvocation).toBe(true);
  });

  it("is unreadable where the file is gone, a link, a pipe or too large", async () => {
    const codes = async () => (await readSkill(found, t)).diagnostics.map(({ code }) => code);
    await rm(found.file);
    expect(await codes()).toEqual(["skill-unreadable"]);
    await symlink(await tree.write("secret.md", "canary"), found.file);
    expect(JSON.stringify(await readSkill(found, t))).not.toContain("canary");
    await rm(found.file);
    await run("mkfifo", [found.file]);
    expect(await codes()).toEqual(["skill-unreadable"]);
    await rm(found.file);
    await run("truncate", ["-s", "100M", found.file]);
    expect(await readSkill(found, t)).toMatchObject({
      state: "unreadable",
      diagnostics: [{ code: "skill-too-large" }],
    });
  });

  it("A10: refuses a folder that became a link since it was found", async () => {
    await tree.skill("outside", { body: "canary" });
    await rm(found.folder, { recursive: true });
    await symlink(join(tree.root, "outside"), found.folder);
    expect(await readSkill(found, t)).toMatchObject({ state: "unreadable", body: "" });
  });
});

describe("readSkillFile", () => {
  const text = async (path: string): Promise<string> =>
    new TextDecoder().decode((await readSkillFile(found, path)).bytes);

  it("reads files of the skill, and of its plugin where it has one", async () => {
    await tree.write("plugin/skills/a/references/x.md", "own");
    await tree.write("plugin/skills/b/y.md", "sibling");
    await tree.write("plugin/shared.md", "shared");
    expect(await text("references/x.md")).toBe("own");
    expect(await text("./references/../references/x.md")).toBe("own");
    await expect(text("../b/y.md")).rejects.toMatchObject({ code: "not-found" });
    found = { ...found, root: join(tree.root, "plugin") };
    expect(await text("../b/y.md")).toBe("sibling");
    expect(await text("../../shared.md")).toBe("shared");
  });

  it("A08, A11: says the same of what is missing and what is forbidden", async () => {
    await tree.write("secret", "canary");
    await tree.write("plugin/skills/ab/x.md", "canary");
    await tree.folder("plugin/skills/a/folder");
    await tree.link("plugin/skills/a/out.md", "../../../secret");
    await tree.link("plugin/skills/a/passwd", "/etc/passwd");
    await tree.link("plugin/skills/a/environ", "/proc/self/environ");
    await tree.link("plugin/skills/a/outside", "../../..");
    await tree.link("plugin/skills/a/loop", "loop");
    await run("mkfifo", [join(found.folder, "pipe")]);
    const absolute = join(tree.root, "secret");
    const paths = [
      "missing.md",
      "../../../secret",
      "../ab/x.md",
      "folder/../../../../secret",
      "%2e%2e/%2e%2e/%2e%2e/secret",
      "..%2f..%2f..%2fsecret",
      absolute,
      `file://${absolute}`,
      join(found.folder, "SKILL.md"),
      "",
      " ",
      ".",
      "..",
      "folder",
      "out.md",
      "passwd",
      "environ",
      "outside/secret",
      "loop",
      "pipe",
      "SKILL.md/x",
      "a\0b",
      "x".repeat(5_000),
    ];
    for (const path of paths) {
      const error: unknown = await readSkillFile(found, path).catch((thrown: unknown) => thrown);
      expect(SkillFileError.is(error) && error.explain(t)).toBe(`The skill has no such file: ${path}`);
    }
  });

  it("gives no file beyond its limit", async () => {
    await tree.write("plugin/skills/a/big.bin", "x".repeat(101));
    await expect(readSkillFile(found, "big.bin", 100)).rejects.toMatchObject({ code: "too-large" });
    expect((await readSkillFile(found, "big.bin", 101)).bytes).toHaveLength(101);
  });
});

describe("listSkillFiles", () => {
  it("lists by path with type and size, without SKILL.md and what leaves the folder", async () => {
    await tree.write("plugin/skills/a/references/x.md", "four");
    await tree.write("plugin/skills/a/scripts/run.py", "");
    await tree.write("plugin/skills/a/templates/page.html", "");
    await tree.write("plugin/skills/a/data.json", "");
    await tree.write("plugin/skills/a/node_modules/x/y.js", "");
    await tree.write("plugin/skills/a/.git/config", "");
    await tree.link("plugin/skills/a/alias.md", "references/x.md");
    await tree.link("plugin/skills/a/out.md", "../../../secret");
    await tree.link("plugin/skills/a/passwd", "/etc/passwd");
    await tree.link("plugin/skills/a/up", "..");
    await run("mkfifo", [join(found.folder, "pipe")]);
    const { files, more } = await listSkillFiles(found.folder);
    expect(files.map(({ path, type, bytes }) => [path, type, bytes])).toEqual([
      ["alias.md", "markdown", 4],
      ["data.json", "other", 0],
      ["references/x.md", "markdown", 4],
      ["scripts/run.py", "script", 0],
      ["templates/page.html", "template", 0],
    ]);
    expect(files[2]?.absolute).toBe(join(found.folder, "references/x.md"));
    expect(more).toBe(0);
  });

  it("counts what is beyond its limit", async () => {
    for (let index = 0; index < maxListedFiles + 7; index++)
      await tree.write(`plugin/skills/a/data/${index}.txt`, "");
    const { files, more } = await listSkillFiles(found.folder);
    expect([files.length, more]).toEqual([maxListedFiles, 7]);
  });

  it("has none for a command and for a folder that is gone", async () => {
    await tree.write("commands/a.md", "x");
    const folder = join(tree.root, "commands");
    expect(await listSkillFiles({ folder, command: "a" })).toEqual({ files: [], more: 0 });
    expect(await listSkillFiles(join(tree.root, "missing"))).toEqual({ files: [], more: 0 });
  });
});
