import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { digestFolder } from "./digest.ts";
import { createTemporaryTree, type TemporaryTree } from "./discover/temporary-tree.fixture.ts";

const run = promisify(execFile);
let tree: TemporaryTree;
let folder: string;
beforeEach(async () => {
  tree = await createTemporaryTree();
  await tree.skill("a");
  await tree.write("a/scripts/run.sh", "echo hello\n");
  folder = join(tree.root, "a");
});
afterEach(() => tree.remove());

it("names every file by path, with its sha256 and size", async () => {
  const { digest, files } = await digestFolder(folder);
  expect(digest).toMatch(/^[\da-f]{64}$/);
  expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "scripts/run.sh"]);
  expect(files[1]).toEqual({
    path: "scripts/run.sh",
    digest: createHash("sha256").update("echo hello\n").digest("hex"),
    bytes: 11,
  });
  expect((await digestFolder(folder)).digest).toBe(digest);
});

it("is the same for the same files elsewhere", async () => {
  const { digest } = await digestFolder(folder);
  await rename(folder, join(tree.root, "b"));
  expect((await digestFolder(join(tree.root, "b"))).digest).toBe(digest);
});

it("differs with each change there can be", async () => {
  const seen = [(await digestFolder(folder)).digest];
  const changes: (() => Promise<unknown>)[] = [
    () => tree.write("a/scripts/run.sh", "echo other\n"),
    () => chmod(join(folder, "scripts/run.sh"), 0o755),
    () => tree.write("a/.hidden", ""),
    () => rename(join(folder, ".hidden"), join(folder, ".other")),
    () => rm(join(folder, ".other")).then(() => tree.folder("a/.other")),
    () => tree.link("a/link", "SKILL.md"),
    () => rm(join(folder, "link")).then(() => tree.link("a/link", "scripts/run.sh")),
    () => rm(join(folder, "link")).then(() => writeFile(join(folder, "link"), "scripts/run.sh")),
    () => run("mkfifo", [join(folder, "pipe")]),
  ];
  for (const change of changes) {
    await change();
    seen.push((await digestFolder(folder)).digest);
  }
  expect(new Set(seen).size).toBe(seen.length);
});

it("never follows a link out of the folder", async () => {
  const secret = await tree.write("secret", "one");
  await tree.link("a/out", "../secret");
  await tree.link("a/up", "..");
  const before = await digestFolder(folder);
  await writeFile(secret, "two");
  expect(await digestFolder(folder)).toEqual(before);
  expect(before.files.map(({ path }) => path)).toEqual(["SKILL.md", "out", "scripts/run.sh", "up"]);
});

it("fails with a code beyond its limits and where nothing is", async () => {
  await expect(digestFolder(folder, { files: 2, bytes: 1e6 })).rejects.toMatchObject({
    code: "digest-count",
  });
  await expect(digestFolder(folder, { files: 3, bytes: 20 })).rejects.toMatchObject({
    code: "digest-size",
    limit: 20,
  });
  await expect(digestFolder(join(tree.root, "none"))).rejects.toMatchObject({ code: "unreadable" });
});
