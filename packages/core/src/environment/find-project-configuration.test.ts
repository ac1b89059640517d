import { chmod, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findProjectConfiguration } from "./find-project-configuration.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

it("finds nothing where nothing is, and not above a folder without a repository", async () => {
  await using temporary = await temporaryHome();
  const root = await realpath(temporary.folder);
  await mkdir(join(root, "p/sub"), { recursive: true });
  await writeFile(join(root, "p/.mcp.json"), "{}");
  expect(await findProjectConfiguration(join(root, "p/sub"), temporary.home)).toEqual([]);
  expect(await findProjectConfiguration(join(root, "none"), temporary.home)).toEqual([]);
  expect(await findProjectConfiguration(join(root, "p"), temporary.home)).toEqual([".mcp.json"]);
});

it("does not take the person's own files for a project's", async () => {
  await using temporary = await temporaryHome({ config: "{}" });
  await mkdir(join(temporary.folder, ".claude/skills"), { recursive: true });
  await mkdir(join(temporary.folder, ".git"));
  expect(await findProjectConfiguration(temporary.folder, temporary.home)).toEqual([]);
});

it("needs no right to read, and sees links that lead nowhere", async () => {
  await using temporary = await temporaryHome();
  const folder = join(temporary.folder, "p");
  await mkdir(join(folder, ".skillmint"), { recursive: true });
  await writeFile(join(folder, ".skillmint/config.jsonc"), "not { json");
  await chmod(join(folder, ".skillmint/config.jsonc"), 0o000);
  await symlink("nowhere", join(folder, ".mcp.json"));
  expect(await findProjectConfiguration(folder, temporary.home)).toEqual([
    ".skillmint/config.jsonc",
    ".mcp.json",
  ]);
});

it("takes a folder where a file would be for nothing", async () => {
  await using temporary = await temporaryHome();
  await mkdir(join(temporary.folder, "p/.mcp.json"), { recursive: true });
  await mkdir(join(temporary.folder, "p/.skillmint/skills"), { recursive: true });
  const found = await findProjectConfiguration(join(temporary.folder, "p"), temporary.home);
  expect(found).toEqual([".skillmint/skills"]);
});
