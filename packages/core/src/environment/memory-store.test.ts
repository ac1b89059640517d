import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate, languages } from "../protocol/index.ts";
import { MemoryError } from "./memory-error.ts";
import { readSkillFolder, skillFolderName, type MemoryPlace } from "./memory-place.ts";
import { createMemoryStore, memoryLimits, type MemoryStore } from "./memory-store.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";
import { createTrust, type Trust } from "./trust.ts";

let temp: Awaited<ReturnType<typeof temporaryHome>>;
let project: string;
let trust: Trust;
let store: MemoryStore;
const user = (): MemoryPlace => ({ scope: "user", folder: project });
const ofProject = (): MemoryPlace => ({ scope: "project", folder: project });

beforeEach(async () => {
  temp = await temporaryHome();
  project = join(temp.folder, "shop");
  await mkdir(project);
  trust = createTrust(temp.home);
  store = createMemoryStore({ home: temp.home, trust });
});
afterEach(() => temp[Symbol.asyncDispose]());

/** The code of the refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (MemoryError.is(error)) return error.problem.code;
    throw error;
  }
}

describe("createMemoryStore", () => {
  it("writes, reads, lists and deletes, each file for its owner alone", async () => {
    const { file, before } = await store.write(user(), "notes", "one\n");
    expect(before).toBeUndefined();
    expect(file.path).toBe(join(temp.home.memory, "user", "notes.md"));
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(temp.home.memory, "user"))).mode & 0o777).toBe(0o700);
    await store.write(user(), "a", "");
    expect(await store.list(user())).toMatchObject([
      { key: "a", bytes: 0 },
      { key: "notes", bytes: 4 },
    ]);
    expect(await store.read(user(), "notes.md")).toMatchObject({ key: "notes", text: "one\n", unread: 0 });
    expect((await store.write(user(), "notes", "two")).before?.text).toBe("one\n");
    await store.delete(user(), "notes");
    expect(await readdir(join(temp.home.memory, "user"))).toEqual(["a.md"]);
  });

  it("has nothing where nothing was written, and makes no folder for it", async () => {
    expect(await store.list(user())).toEqual([]);
    expect(await refusal(store.read(user(), "x"))).toBe("not-found");
    expect(await refusal(store.delete(user(), "x"))).toBe("not-found");
    await expect(stat(temp.home.root)).rejects.toThrow("ENOENT");
  });

  it("keeps skills, projects and the person apart", async () => {
    await trust.trust(project);
    const skill = (id: string, folder?: string): MemoryPlace => ({
      scope: "skill",
      folder: project,
      skill: { id, folder },
    });
    const places = [
      user(),
      ofProject(),
      skill("user:a"),
      skill("plugin:a:b"),
      skill("project:a", "/one/a"),
      skill("project:a", "/two/a"),
    ];
    for (const [index, place] of places.entries()) await store.write(place, "x", String(index));
    for (const [index, place] of places.entries())
      expect((await store.read(place, "x")).text).toBe(String(index));
    expect((await store.read(ofProject(), "x")).path).toBe(join(project, ".skillmint/memory/x.md"));
    expect(await refusal(store.list({ scope: "skill", folder: project }))).toBe("no-skill");
  });

  it("holds at its limits", async () => {
    const { fileBytes, files, scopeBytes } = memoryLimits;
    expect(await refusal(store.write(user(), "big", "x".repeat(fileBytes + 1)))).toBe("too-large");
    expect(await refusal(store.write(user(), "big", "字".repeat(fileBytes / 3 + 1)))).toBe("too-large");
    await store.write(user(), "big", "x".repeat(fileBytes));
    const folder = join(temp.home.memory, "user");
    for (let index = 1; index < scopeBytes / fileBytes; index++)
      await writeFile(join(folder, `f${index}.md`), "x".repeat(fileBytes));
    expect(await refusal(store.write(user(), "one-more", "x"))).toBe("full");
    expect(await refusal(store.write(user(), "big", "x"))).toBe("done");
    for (let index = 0; index < files; index++) await writeFile(join(folder, `f${index}.md`), "x");
    expect(await refusal(store.write(user(), "new", "x"))).toBe("too-many");
    await rm(join(folder, "big.md"));
    expect(await refusal(store.write(user(), "f1", "y"))).toBe("done");
  });

  it("shows the head of a file that a person made too large", async () => {
    await store.write(user(), "x", "");
    await writeFile(join(temp.home.memory, "user", "x.md"), "字".repeat(memoryLimits.fileBytes));
    const { text, unread, bytes } = await store.read(user(), "x");
    expect([bytes, unread]).toEqual([memoryLimits.fileBytes * 3, memoryLimits.fileBytes * 2]);
    expect(new Set(text)).toEqual(new Set("字"));
  });

  it("loses no update when many write at once", async () => {
    const writes = Array.from({ length: 20 }, (_, index) => store.write(user(), `k${index}`, `${index}`));
    await Promise.all(writes);
    expect(await store.list(user())).toHaveLength(20);
    const { file } = await store.write(user(), "shared", "0");
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        refusal(store.write(user(), "shared", `by ${index}`, file.digest)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(7);
    expect((await readdir(join(temp.home.memory, "user"))).filter((name) => name.startsWith("."))).toEqual(
      [],
    );
  });

  it("says what stands there now where somebody else changed it", async () => {
    const { file } = await store.write(user(), "x", "mine");
    await store.write(user(), "x", "theirs");
    await expect(store.write(user(), "x", "again", file.digest)).rejects.toMatchObject({
      problem: { code: "changed", current: "theirs" },
    });
  });
});

describe("memory of a project", () => {
  it("is there only where the folder is trusted", async () => {
    await mkdir(join(project, ".skillmint/memory"), { recursive: true });
    await writeFile(join(project, ".skillmint/memory/MEMORY.md"), "planted");
    const works = [
      store.read(ofProject(), "MEMORY"),
      store.list(ofProject()),
      store.write(ofProject(), "x", "y"),
      store.check(ofProject(), "x", "y"),
      store.delete(ofProject(), "MEMORY"),
    ];
    const refusals = await Promise.all(works.map((work) => refusal(work)));
    expect(refusals).toEqual(works.map(() => "untrusted"));
    expect(await readdir(join(project, ".skillmint/memory"))).toEqual(["MEMORY.md"]);
    await trust.trust(project);
    expect((await store.read(ofProject(), "MEMORY")).text).toBe("planted");
  });

  it("lies at the root of the repository", async () => {
    await mkdir(join(project, ".git"));
    await mkdir(join(project, "a/b"), { recursive: true });
    await trust.trust(join(project, "a"));
    const { file } = await store.write({ scope: "project", folder: join(project, "a/b") }, "x", "y");
    expect(file.path).toBe(join(project, ".skillmint/memory/x.md"));
  });

  it("is never the person's own: a trusted home is no project", async () => {
    await store.write(user(), "x", "y");
    await trust.trust(temp.folder, { force: true });
    const home = { scope: "project" as const, folder: temp.folder };
    expect(await refusal(store.write(home, "x", "y"))).toBe("no-project");
    expect(await refusal(store.list({ ...home, folder: temp.home.root }))).toBe("no-project");
  });
});

describe("links", () => {
  it.each([[".skillmint"], [".skillmint/memory"]])("are not followed at %s", async (name) => {
    await trust.trust(project);
    const outside = join(temp.folder, "outside");
    await mkdir(join(outside, "memory"), { recursive: true });
    await writeFile(join(outside, "x.md"), "secret");
    await writeFile(join(outside, "memory/x.md"), "secret");
    await mkdir(join(project, name, ".."), { recursive: true });
    await symlink(outside, join(project, name));
    expect(await refusal(store.read(ofProject(), "x"))).toBe("link");
    expect(await refusal(store.write(ofProject(), "x", "y"))).toBe("link");
    expect(await refusal(store.write(ofProject(), "new", "y"))).toBe("link");
    expect(await refusal(store.delete(ofProject(), "x"))).toBe("link");
    expect((await readdir(outside)).sort()).toEqual(["memory", "x.md"]);
    expect(await readFile(join(outside, "x.md"), "utf8")).toBe("secret");
  });

  it("are no notes", async () => {
    await trust.trust(project);
    await store.write(ofProject(), "real", "y");
    const target = join(temp.folder, "target.md");
    await writeFile(target, "secret");
    const link = join(project, ".skillmint/memory/x.md");
    await symlink(target, link);
    expect(await refusal(store.read(ofProject(), "x"))).toBe("link");
    expect(await refusal(store.write(ofProject(), "x", "y"))).toBe("link");
    expect(await refusal(store.delete(ofProject(), "x"))).toBe("link");
    expect((await store.list(ofProject())).map(({ key }) => key)).toEqual(["real"]);
    expect(await readFile(target, "utf8")).toBe("secret");
    await expect(store.read(ofProject(), "x")).rejects.toMatchObject({ problem: { path: link } });
  });

  it("of the home folder itself are the person's choice", async () => {
    await mkdir(join(temp.folder, "elsewhere"));
    await symlink(join(temp.folder, "elsewhere"), temp.home.root);
    await store.write(user(), "x", "y");
    expect(await readdir(join(temp.folder, "elsewhere/memory/user"))).toEqual(["x.md"]);
  });
});

describe("skillFolderName", () => {
  it.each([
    ["user:greet", "user.greet"],
    ["plugin:super:greet", "plugin.super.greet"],
    ["user:a@b.c", "user.a%40b%2Ec"],
    ["user:写作", "user.写作"],
    ["user", "skill.user"],
    ["..", "skill.%2E%2E"],
    ["::", "skill.%3A%3A"],
    ["../x", "skill.%2E%2E%2Fx"],
    ["user:../../x", "user.%2E%2E%2F%2E%2E%2Fx"],
    ["user:a\0b", "user.a%00b"],
  ])("%j -> %s, and back", (id, name) => {
    expect(skillFolderName({ id })).toBe(name);
    expect(readSkillFolder(name)).toBe(id);
  });

  it("is one short name for every id", () => {
    const long = [`user:${"x".repeat(300)}`, `user:${"x".repeat(301)}`, `user:${"字".repeat(300)}`];
    const names = long.map((id) => skillFolderName({ id }));
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(150);
    expect(readSkillFolder("user")).toBeUndefined();
    expect(readSkillFolder("..")).toBeUndefined();
    expect(readSkillFolder("a.%zz")).toBeUndefined();
  });
});

describe("MemoryError", () => {
  it.each(languages)("is worded in %s", (language) => {
    const t = createTranslate(language);
    const problems: MemoryError["problem"][] = [
      ...(["empty", "long", "path", "reserved", "characters"] as const).map((problem) => ({
        code: "key" as const,
        key: "../x",
        problem,
      })),
      { code: "not-found", key: "x", scope: "user", names: [] },
      { code: "untrusted" },
      { code: "no-project" },
      { code: "no-skill" },
      { code: "too-large", bytes: 2, limit: 1 },
      { code: "full", bytes: 2, limit: 1 },
      { code: "too-many", limit: 1 },
      { code: "link", path: "/x" },
      { code: "changed", key: "x", current: "y" },
      { code: "unusable", path: "/x", detail: "EACCES" },
    ];
    const texts = problems.map((problem) => new MemoryError(problem).explain(t));
    expect(new Set(texts).size).toBe(problems.length);
    for (const text of texts) expect(text).not.toMatch(/[{}]/);
  });
});
