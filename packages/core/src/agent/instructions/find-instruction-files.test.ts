import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInstructionFiles } from "./find-instruction-files.ts";

let base: string;
const at = (path: string): string => join(base, path);
const home = () => ({ user: at("home"), root: at("home/.skillmint") });

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "skillmint-instructions-")));
  await mkdir(at("home/shop/.git"), { recursive: true });
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
}

async function find(folder = "home/shop", limit = 1_000) {
  const { files, skipped } = await findInstructionFiles(at(folder), home(), limit);
  return {
    files: files.map(({ path, from, text }) => [relative(base, path), from, text]),
    skipped: skipped.map(({ path, problem }) => [relative(base, path), problem]),
  };
}

describe("findInstructionFiles", () => {
  it("reads those of the person, then those of the repository from its root down", async () => {
    await put("home/AGENTS.md", "above the repository");
    await put("home/.claude/CLAUDE.md", "mine");
    await put("home/.skillmint/AGENTS.md", "mine too");
    await put("home/shop/CLAUDE.md", "2");
    await put("home/shop/AGENTS.md", "1");
    await put("home/shop/.claude/CLAUDE.md", "3");
    await put("home/shop/CLAUDE.local.md", "4");
    await put("home/shop/a/b/AGENTS.md", "6");
    await put("home/shop/a/AGENTS.md", "5\n");
    await put("home/shop/other/AGENTS.md", "beside");
    await put("home/shop/a/b/c/AGENTS.md", "below");
    expect((await find("home/shop/a/b")).files).toEqual([
      ["home/.claude/CLAUDE.md", "user", "mine"],
      ["home/.skillmint/AGENTS.md", "user", "mine too"],
      ["home/shop/AGENTS.md", "project", "1"],
      ["home/shop/CLAUDE.md", "project", "2"],
      ["home/shop/.claude/CLAUDE.md", "project", "3"],
      ["home/shop/CLAUDE.local.md", "project", "4"],
      ["home/shop/a/AGENTS.md", "project", "5"],
      ["home/shop/a/b/AGENTS.md", "project", "6"],
    ]);
  });

  it("reads the folder alone where there is no repository, or only that of the home folder", async () => {
    await put("plain/AGENTS.md", "above");
    await put("plain/in/AGENTS.md", "here");
    expect((await find("plain/in")).files).toEqual([["plain/in/AGENTS.md", "project", "here"]]);
    await mkdir(at("home/.git"));
    await put("home/AGENTS.md", "dotfiles");
    await put("home/notes/AGENTS.md", "notes");
    expect((await find("home/notes")).files).toEqual([["home/notes/AGENTS.md", "project", "notes"]]);
  });

  it("counts once what is a link or word for word the same", async () => {
    await put("home/shop/AGENTS.md", "same\n");
    await symlink("AGENTS.md", at("home/shop/CLAUDE.md"));
    await put("home/shop/a/CLAUDE.md", "\nsame");
    await put("home/.claude/CLAUDE.md", "mine");
    expect((await find("home/shop/a")).files.map(([, , text]) => text)).toEqual(["mine", "same"]);
    const atHome = (await find("home")).files;
    expect(atHome).toEqual([["home/.claude/CLAUDE.md", "user", "mine"]]);
  });

  it("follows links to notes of the repository only", async () => {
    await put("home/secret.md", "secret");
    await put("home/shop/docs/rules.md", "rules");
    await put("home/shop/.env", "TOKEN=1");
    await put("home/shop/id_rsa", "key");
    await symlink("docs/rules.md", at("home/shop/AGENTS.md"));
    await symlink("../secret.md", at("home/shop/CLAUDE.md"));
    await symlink(".env", at("home/shop/CLAUDE.local.md"));
    await symlink("nowhere.md", at("home/shop/.claude"));
    await mkdir(at("home/shop/a"));
    await symlink("../id_rsa", at("home/shop/a/AGENTS.md"));
    await symlink("../..", at("home/shop/a/.claude"));
    await put("home/CLAUDE.md", "outside too");
    expect(await find("home/shop/a")).toEqual({
      files: [["home/shop/AGENTS.md", "project", "rules"]],
      skipped: [
        ["home/shop/CLAUDE.md", "outside"],
        ["home/shop/CLAUDE.local.md", "outside"],
        ["home/shop/a/AGENTS.md", "outside"],
        ["home/shop/a/.claude/CLAUDE.md", "outside"],
      ],
    });
  });

  it("opens nothing but files, and no more of them than it needs", async () => {
    await mkdir(at("home/shop/AGENTS.md"));
    await put("home/shop/CLAUDE.md", "x".repeat(5_000));
    await put("home/shop/CLAUDE.local.md", " \n ");
    const { files, skipped } = await findInstructionFiles(at("home/shop"), home(), 1_000);
    expect(files).toMatchObject([{ text: "x".repeat(1_000), bytes: 5_000, unread: 4_000 }]);
    expect(skipped).toMatchObject([{ problem: "link" }]);
    expect((await find("gone")).files).toEqual([]);
  });

  it("leaves a person's own links to them", async () => {
    await put("dotfiles/claude.md", "from my dotfiles");
    await mkdir(at("home/.claude"));
    await symlink(at("dotfiles/claude.md"), at("home/.claude/CLAUDE.md"));
    expect((await find()).files).toEqual([["home/.claude/CLAUDE.md", "user", "from my dotfiles"]]);
  });
});
