import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../testing/index.ts";
import { addWorktree, openWorktree, removeUnused, type Worktree } from "./worktree.ts";

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

function commitIn({ path, branch }: Worktree): void {
  const by = ["-c", "user.name=T", "-c", "user.email=t@x"];
  execFileSync("git", ["-C", path, ...by, "commit", "-q", "--allow-empty", "-m", branch]);
}

it("is a copy on a branch of its own that git does not show, made without running anything of the repository", async () => {
  await startRepository();
  const hook = join(temp.folder, ".git/hooks/post-checkout");
  await mkdir(join(temp.folder, ".git/hooks"), { recursive: true });
  await writeFile(hook, `#!/bin/sh\ntouch ${temp.folder}/hooked\n`);
  await chmod(hook, 0o755);
  const place = await addWorktree(temp.folder, "x-1");
  expect(place?.branch).toMatch(/^skillmint\/x-1-[0-9a-f]{8}\/work$/);
  expect(await readFile(join(place?.path ?? "", "a.txt"), "utf8")).toBe("a");
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(temp.folder, "hooked"))).toBe(false);
});

it("goes when nothing was done in it, and stays when something was", async () => {
  await startRepository();
  const unused = await addWorktree(temp.folder, "unused");
  expect(unused && (await removeUnused(unused))).toBe(true);
  expect(git("branch", "--list", "skillmint/unused-*")).toBe("");
  const changed = await addWorktree(temp.folder, "changed");
  await writeFile(join(changed?.path ?? "", "b.txt"), "b");
  expect(changed && (await removeUnused(changed))).toBe(false);
  const committed = await addWorktree(temp.folder, "committed");
  if (committed) commitIn(committed);
  expect(committed && (await removeUnused(committed))).toBe(false);
});

it("is none where there is no repository, or no commit yet", async () => {
  expect(await addWorktree(temp.folder, "x")).toBeUndefined();
  git("init", "-q");
  expect(await addWorktree(temp.folder, "x")).toBeUndefined();
});

it("has a name of its own, whatever it is for and however many begin at once", async () => {
  await startRepository();
  const labels = ["../..", "代码 审查", "Code Reviewer: all!", "same", "same", "same"];
  const places = await Promise.all(labels.map((label) => addWorktree(temp.folder, label)));
  const names = places.map((place) => place?.path.split("/.worktrees/")[1] ?? "");
  expect(new Set(names).size).toBe(labels.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/);
  expect(git("worktree", "list").split("\n")).toHaveLength(labels.length + 1);
});

it("comes back where it was taken away, with what was done on its branch", async () => {
  await startRepository();
  const unused = await addWorktree(temp.folder, "unused");
  if (!unused) throw new Error("no worktree");
  expect(await removeUnused(unused)).toBe(true);
  expect(await openWorktree(temp.folder, unused.path)).toEqual(unused);
  expect(await readFile(join(unused.path, "a.txt"), "utf8")).toBe("a");
  commitIn(unused);
  const tip = git("rev-parse", unused.branch);
  await rm(unused.path, { recursive: true });
  expect(await openWorktree(temp.folder, unused.path)).toEqual(unused);
  expect(git("rev-parse", unused.branch)).toBe(tip);
  expect(await openWorktree(temp.folder, unused.path)).toEqual(unused);
});

it("goes with work that another branch has too, and stays with work on no branch", async () => {
  await startRepository();
  const merged = await addWorktree(temp.folder, "merged");
  const loose = await addWorktree(temp.folder, "loose");
  if (!merged || !loose) throw new Error("no worktree");
  commitIn(merged);
  git("merge", "-q", merged.branch);
  expect(await removeUnused(merged)).toBe(true);
  execFileSync("git", ["-C", loose.path, "checkout", "-q", "--detach"]);
  commitIn(loose);
  expect(await removeUnused(loose)).toBe(false);
});
