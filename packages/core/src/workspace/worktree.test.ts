import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../testing/index.ts";
import { addWorktree, removeUnused } from "./worktree.ts";

let temp: TempWorkspace;
const git = (...args: string[]): string =>
  execFileSync("git", ["-C", temp.folder, "-c", "user.name=T", "-c", "user.email=t@example.com", ...args], {
    encoding: "utf8",
  }).trim();

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(() => temp.remove());

async function startRepository(): Promise<void> {
  await writeFile(join(temp.folder, "a.txt"), "a");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "first");
}

it("is a copy on a branch of its own that git does not show, made without running anything of the repository", async () => {
  await startRepository();
  const hook = join(temp.folder, ".git/hooks/post-checkout");
  await mkdir(join(temp.folder, ".git/hooks"), { recursive: true });
  await writeFile(hook, `#!/bin/sh\ntouch ${temp.folder}/hooked\n`);
  await chmod(hook, 0o755);
  const place = await addWorktree(temp.folder, "x-1");
  expect(place?.branch).toBe("skillmint/x-1");
  expect(await readFile(join(place?.path ?? "", "a.txt"), "utf8")).toBe("a");
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(temp.folder, "hooked"))).toBe(false);
});

it("goes when nothing was done in it, and stays when something was", async () => {
  await startRepository();
  const unused = await addWorktree(temp.folder, "unused");
  expect(unused && (await removeUnused(unused))).toBe(true);
  expect(git("branch", "--list", "skillmint/unused")).toBe("");
  const changed = await addWorktree(temp.folder, "changed");
  await writeFile(join(changed?.path ?? "", "b.txt"), "b");
  expect(changed && (await removeUnused(changed))).toBe(false);
  const committed = await addWorktree(temp.folder, "committed");
  execFileSync("git", [
    "-C",
    committed?.path ?? "",
    "-c",
    "user.name=T",
    "-c",
    "user.email=t@x",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "x",
  ]);
  expect(committed && (await removeUnused(committed))).toBe(false);
});

it("is none where there is no repository, or no commit yet", async () => {
  expect(await addWorktree(temp.folder, "x")).toBeUndefined();
  git("init", "-q");
  expect(await addWorktree(temp.folder, "x")).toBeUndefined();
});
