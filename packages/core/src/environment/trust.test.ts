import { mkdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryHome } from "./temporary-home.fixture.ts";
import { createTrust } from "./trust.ts";

async function setUp(...folders: string[]) {
  const temporary = await temporaryHome();
  const root = await realpath(temporary.folder);
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  return { ...temporary, root, at: (path: string) => join(root, path), trust: createTrust(temporary.home) };
}

describe("createTrust", () => {
  it("trusts nothing at first, and looking writes nothing", async () => {
    await using at = await setUp("w");
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
    expect(await at.trust.list()).toEqual([]);
    expect(await at.trust.untrust(at.at("w"))).toEqual({ folder: at.at("w"), changed: false });
    await expect(stat(at.home.root)).rejects.toThrow("ENOENT");
  });

  it("trusts a folder and what is below it, in a file for its owner only", async () => {
    await using at = await setUp("w/sub", "w-evil", "other");
    const trust = createTrust(at.home, { now: () => new Date(0) });
    expect(await trust.trust(at.at("w"))).toEqual({ folder: at.at("w"), changed: true });
    expect(await trust.list()).toEqual([{ folder: at.at("w"), trustedAt: "1970-01-01T00:00:00.000Z" }]);
    const judged = ["w", "w/sub", "w-evil", "other", "w/missing", ".", ".."].map((path) =>
      trust.isTrusted(at.at(path)),
    );
    expect(await Promise.all(judged)).toEqual([true, true, false, false, false, false, false]);
    expect((await stat(at.home.trust)).mode & 0o777).toBe(0o600);
    expect(await trust.trust(at.at("w"))).toEqual({ folder: at.at("w"), changed: false });
    expect(await trust.trust(at.at("w/sub"))).toEqual({
      folder: at.at("w/sub"),
      changed: false,
      coveredBy: at.at("w"),
    });
  });

  it("means the repository where there is one, by folder or by file", async () => {
    await using at = await setUp("repo/.git", "repo/a/b", "tree/a");
    await writeFile(at.at("tree/.git"), "gitdir: elsewhere");
    expect(await at.trust.trust(at.at("repo/a/b"))).toEqual({ folder: at.at("repo"), changed: true });
    expect(await at.trust.trust(at.at("tree/a"))).toMatchObject({ folder: at.at("tree") });
    expect(await at.trust.isTrusted(at.at("repo/a"))).toBe(true);
  });

  it("judges links by where they lead", async () => {
    await using at = await setUp("w", "evil");
    await symlink(at.at("evil"), at.at("w/inside"));
    await symlink(at.at("w"), at.at("alias"));
    expect(await at.trust.trust(at.at("alias"))).toEqual({ folder: at.at("w"), changed: true });
    expect(await at.trust.isTrusted(at.at("w/inside"))).toBe(false);
    expect(await at.trust.isTrusted(at.at("alias"))).toBe(true);
    await rename(at.at("w"), at.at("moved"));
    await symlink(at.at("evil"), at.at("w"));
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
  });

  it("reads nothing of the folder to decide", async () => {
    await using at = await setUp("w/.skillmint", "w/.git");
    const text = JSON.stringify({ folders: { [at.at("w")]: {} } });
    await writeFile(at.at("w/.skillmint/trust.json"), text);
    await writeFile(at.at("w/.skillmint/config.jsonc"), JSON.stringify({ trust: true }));
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
  });

  it("takes trust back, also from a folder inside and from one that is gone", async () => {
    await using at = await setUp("repo/.git", "repo/a", "gone", "outer/inner");
    await at.trust.trust(at.at("repo"));
    expect(await at.trust.untrust(at.at("repo/a"))).toEqual({ folder: at.at("repo"), changed: true });
    expect(await at.trust.isTrusted(at.at("repo"))).toBe(false);
    await at.trust.trust(at.at("gone"));
    await rm(at.at("gone"), { recursive: true });
    expect(await at.trust.untrust(at.at("gone"))).toEqual({ folder: at.at("gone"), changed: true });
    await at.trust.trust(at.at("outer/inner"));
    await at.trust.trust(at.at("outer"));
    expect(await at.trust.untrust(at.at("outer/inner"))).toEqual({
      folder: at.at("outer/inner"),
      changed: true,
      coveredBy: at.at("outer"),
    });
    expect(await at.trust.isTrusted(at.at("outer/inner"))).toBe(true);
  });

  it("takes back what was trusted before the repository around it was made", async () => {
    await using at = await setUp("repo/a/b");
    await at.trust.trust(at.at("repo/a"));
    await mkdir(at.at("repo/.git"));
    expect(await at.trust.untrust(at.at("repo/a/b"))).toEqual({ folder: at.at("repo"), changed: true });
    expect(await at.trust.isTrusted(at.at("repo/a"))).toBe(false);
  });

  it.each(["", "..", "/"])("refuses the home folder or more (%j) unless forced", async (path) => {
    await using at = await setUp("w");
    const wide = path === "/" ? "/" : at.at(path);
    await expect(at.trust.trust(wide)).rejects.toMatchObject({
      code: "usage",
      params: { message: expect.stringContaining("far more than one project") },
    });
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
    expect(await at.trust.trust(wide, { force: true })).toMatchObject({ changed: true });
    expect(await at.trust.isTrusted(at.at("w"))).toBe(true);
  });

  it("does not widen to a repository that is the home folder", async () => {
    await using at = await setUp(".git", "w/sub");
    expect(await at.trust.trust(at.at("w/sub"))).toEqual({ folder: at.at("w/sub"), changed: true });
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
  });

  it.each(["missing", "file", "a\0b"])("refuses %j", async (name) => {
    await using at = await setUp();
    await writeFile(at.at("file"), "");
    await expect(at.trust.trust(at.at(name))).rejects.toMatchObject({ code: "usage" });
    expect(await at.trust.isTrusted(at.at("a\0b"))).toBe(false);
  });

  it("says where its file is broken, changes nothing then, and counts no relative path", async () => {
    await using at = await setUp("w");
    await at.trust.trust(at.at("w"));
    await writeFile(at.home.trust, '{ "folders": [] }');
    for (const attempt of [
      () => at.trust.isTrusted(at.at("w")),
      () => at.trust.trust(at.at("w")),
      () => at.trust.untrust(at.at("w")),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "config-unreadable" });
    }
    expect(await readFile(at.home.trust, "utf8")).toBe('{ "folders": [] }');
    await writeFile(at.home.trust, '{ "folders": { "": {}, ".": {}, "w": {} } }');
    expect(await at.trust.list()).toEqual([]);
    expect(await at.trust.isTrusted(at.at("w"))).toBe(false);
  });

  it("loses none of many decisions made at once", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `w${index}`);
    await using at = await setUp(...names);
    await Promise.all(names.map((name) => createTrust(at.home).trust(at.at(name))));
    expect((await at.trust.list()).map(({ folder }) => folder)).toEqual(names.map(at.at).sort());
  });

  it("names what is ignored, and nothing once trusted", async () => {
    await using at = await setUp("repo/.git", "repo/sub/.claude/skills", ".claude/skills");
    await writeFile(at.at("repo/.mcp.json"), "{}");
    await writeFile(at.at("repo/.env"), "X=1");
    expect(await at.trust.findIgnored(at.at("repo/sub"))).toEqual([".claude/skills", "../.mcp.json"]);
    await at.trust.trust(at.at("repo"));
    expect(await at.trust.findIgnored(at.at("repo/sub"))).toEqual([]);
  });
});
