import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate, explain } from "../../protocol/index.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import type { Skill } from "../skill.ts";
import { createSkill, templateBody, templateDescription } from "./create-skill.ts";
import { deleteSkill, locateDeletable } from "./delete-skill.ts";
import { openFolder } from "./open-folder.ts";

const t = createTranslate("en");
let home = "";
let root = "";
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "skillmint-manage-")));
  root = join(home, "user/skills");
});
afterEach(async () => rm(home, { recursive: true, force: true }));

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error: unknown) => explain(error, "en"),
  );
}

/** Every path below the temporary home. */
async function everything(): Promise<string[]> {
  return (await readdir(home, { recursive: true })).sort();
}

function skillOf(folder: string, more: Partial<Skill> = {}): Skill {
  return {
    state: "ok",
    fields: {},
    extra: {},
    diagnostics: [],
    layer: "user",
    folder,
    file: join(folder, "SKILL.md"),
    root: folder,
    order: 0,
    trusted: true,
    bytes: 0,
    modifiedAt: 0,
    id: "user:x",
    name: "x",
    label: "x",
    description: "x",
    ...more,
  };
}

async function putSkill(folder: string): Promise<string> {
  await mkdir(join(folder, "scripts"), { recursive: true });
  await writeFile(join(folder, "SKILL.md"), "---\nname: x\ndescription: x\n---\nx");
  await writeFile(join(folder, "scripts/a.sh"), "x");
  return folder;
}

describe("createSkill", () => {
  it("writes a skill that is read back as it was given", async () => {
    const description = 'Reviews: "code", #1 --- {x: [y]}\nsecond line 说明';
    const made = await createSkill({
      root,
      name: "review-code",
      description,
      body: "# Hi\n\n---\n\n$ARGUMENTS",
      fields: { "allowed-tools": "Read Bash(git:*)", name: "../../outside" },
      t,
    });
    expect(made).toEqual({
      name: "review-code",
      folder: join(root, "review-code"),
      file: join(root, "review-code/SKILL.md"),
    });
    const text = await readFile(made.file, "utf8");
    const parsed = parseSkill(text, { path: made.file, folderName: "review-code", t });
    expect(parsed.state).toBe("ok");
    expect(parsed.fields.name).toBe("review-code");
    expect(parsed.fields.description).toBe(description);
    expect(parsed.fields.allowedTools).toEqual(["Read", "Bash(git:*)"]);
    expect(parsed.body).toBe("# Hi\n\n---\n\n$ARGUMENTS");
    expect(await readdir(made.folder)).toEqual(["SKILL.md"]);
  });

  it.each([
    "../../outside",
    "..",
    ".",
    "",
    "/abs",
    "C:\\x",
    "a/b",
    "a\\b",
    "a\0b",
    "name.",
    "name ",
    " name",
    "con",
    "CON",
    "lpt1",
    "a".repeat(300),
    "a".repeat(65),
    "Name",
    "two words",
    "-a",
    "a--b",
    "a:b",
    "имя",
    "a\nb",
    "~",
    "%2e%2e",
  ])("refuses the name %j and writes nothing (A01, A02)", async (name) => {
    const message = await messageOf(createSkill({ root, name, description: "x", t }));
    expect(message).toMatch(/^Not a name for a skill: /);
    expect(message).not.toContain("\0");
    expect(await everything()).toEqual([]);
  });

  it("refuses a name that is taken, by a folder, a file or a link, and leaves it", async () => {
    await createSkill({ root, name: "one", description: "first", t });
    await writeFile(join(root, "two"), "canary");
    await symlink(join(home, "nowhere"), join(root, "three"));
    for (const name of ["one", "two", "three"]) {
      expect(await messageOf(createSkill({ root, name, description: "second", t }))).toContain(
        "is already there",
      );
    }
    expect(await readFile(join(root, "one/SKILL.md"), "utf8")).toContain("first");
    expect(await readFile(join(root, "two"), "utf8")).toBe("canary");
    expect(await everything()).not.toContain("nowhere");
  });

  it("lets one of two at once win", async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => createSkill({ root, name: "same", description: `number ${n}`, t })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(join(root, "same"))).toEqual(["SKILL.md"]);
  });

  it.each(["", "   ", "x".repeat(1025)])("refuses a description of no use", async (description) => {
    expect(await messageOf(createSkill({ root, name: "a", description, t }))).toContain("1 to 1024");
    expect(await everything()).toEqual([]);
  });

  it("does not follow a repository's link out of the project", async () => {
    const project = join(home, "project");
    await mkdir(join(home, "elsewhere"));
    await mkdir(project);
    await symlink(join(home, "elsewhere"), join(project, ".skillmint"));
    const target = {
      root: join(project, ".skillmint/skills"),
      name: "a",
      description: "x",
      within: project,
      t,
    };
    expect(await messageOf(createSkill(target))).toContain("leads out of");
    expect(await readdir(join(home, "elsewhere"))).toEqual([]);
    await rm(join(project, ".skillmint"));
    expect((await createSkill(target)).folder).toBe(join(project, ".skillmint/skills/a"));
  });

  it("has a template in both languages that says what and when", async () => {
    for (const language of ["en", "zh-CN"] as const) {
      const words = createTranslate(language);
      expect(templateBody("review-code", words)).toMatch(/^# Review code\n[^]*\n## /);
      expect(templateDescription("review-code", words)).toContain("review code");
    }
    const { file } = await createSkill({ root, name: "review-code", description: "x", t });
    expect(await readFile(file, "utf8")).toContain("# Review code");
  });
});

describe("deleteSkill", () => {
  const options = () => ({ roots: [root, join(home, "absent")], t });

  it("removes the whole folder, whatever it is called, and says which", async () => {
    const folder = await putSkill(join(root, "group/Other Name"));
    await putSkill(join(root, "stays"));
    const skill = skillOf(folder, { id: "user:..", name: ".." });
    expect((await locateDeletable(skill, options())).path).toBe(folder);
    expect(await deleteSkill(skill, options())).toEqual({ path: folder, unlinked: false });
    expect(await readdir(join(root, "group"))).toEqual([]);
    expect(await readdir(root)).toEqual(["group", "stays"]);
    expect(await readdir(join(home, "user"))).toEqual(["skills"]);
  });

  it.each(["project", "plugin", "extra", "environment", "bundled", "mcp", "own-layer"])(
    "refuses a skill of the layer %s",
    async (layer) => {
      const folder = await putSkill(join(root, "x"));
      expect(await messageOf(deleteSkill(skillOf(folder, { layer }), options()))).toContain(
        "Can only delete user skills",
      );
      expect(await readdir(folder)).toContain("SKILL.md");
    },
  );

  it("never removes a root, what is above it, or anything outside", async () => {
    await putSkill(root);
    await putSkill(join(home, "user"));
    const outside = await putSkill(join(home, "user/skills-other"));
    for (const folder of [root, join(home, "user"), outside]) {
      expect(await messageOf(deleteSkill(skillOf(folder), options()))).toContain("is not a folder below");
      expect(await readdir(folder)).toContain("SKILL.md");
    }
  });

  it("takes away only the link to a skill that lies elsewhere", async () => {
    const real = await putSkill(join(home, "elsewhere/x"));
    await mkdir(join(root, "nested"), { recursive: true });
    await symlink(real, join(root, "nested/linked"));
    expect(await deleteSkill(skillOf(real), options())).toEqual({
      path: join(root, "nested/linked"),
      unlinked: true,
    });
    expect(await readdir(real)).toContain("SKILL.md");
    expect(await readdir(join(root, "nested"))).toEqual([]);
  });

  it("does not follow a link inside the folder, nor a folder that became one", async () => {
    const canary = await putSkill(join(home, "canary"));
    const folder = await putSkill(join(root, "x"));
    await symlink(canary, join(folder, "out"));
    await deleteSkill(skillOf(folder), options());
    expect(await readdir(canary)).toContain("SKILL.md");
    await symlink(canary, folder);
    expect(await messageOf(deleteSkill(skillOf(folder), options()))).toContain("is not a folder below");
    expect(await readdir(canary)).toContain("SKILL.md");
  });

  it("says so when the skill is gone, or the folder is no skill", async () => {
    expect(await messageOf(deleteSkill(skillOf(join(root, "gone")), options()))).toContain("Skill not found");
    await mkdir(join(root, "commands"), { recursive: true });
    expect(await messageOf(deleteSkill(skillOf(join(root, "commands")), options()))).toContain(
      "Skill not found",
    );
    expect(await readdir(root)).toEqual(["commands"]);
  });
});

describe("openFolder", () => {
  it.each([
    ["linux", "xdg-open"],
    ["darwin", "open"],
    ["win32", "explorer.exe"],
  ] as const)("is data on %s: no shell sees the path", (platform, command) => {
    const path = "/a/$(touch x) & b";
    expect(openFolder(path, platform)).toEqual({ command, args: [path] });
  });

  it("takes no relative path", () => expect(() => openFolder("--help", "linux")).toThrow());
});
