import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkspace } from "./create-workspace.ts";
import { isInside } from "./resolve-path.ts";
import { WorkspaceError } from "./workspace-error.ts";
import type { Workspace } from "./workspace.ts";

let base: string;
let workspace: Workspace;
const inBase = (...parts: string[]) => path.join(base, ...parts);

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-workspace-")));
  for (const folder of ["w", "w/a", "w-evil", "home", "added"]) await mkdir(inBase(folder));
  await writeFile(inBase("w/a/file.txt"), "inside");
  await writeFile(inBase("w-evil/secret.txt"), "outside");
  workspace = await createWorkspace({ root: inBase("w"), added: [inBase("added")], home: inBase("home") });
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (WorkspaceError.is(error) ? error.code : String(error)),
  );
}

describe("isInside", () => {
  it.each([
    ["/w", "/w", true],
    ["/w", "/w/a", true],
    ["/w", "/w/..a", true],
    ["/w", "/w-evil/s", false],
    ["/w", "/", false],
    ["/w", "/w/../x", false],
    ["/", "/anything", true],
  ])("%s contains %s: %s", (folder, target, expected) => {
    expect(isInside(folder, target)).toBe(expected);
  });
});

describe("createWorkspace", () => {
  it("holds real paths of its folders", async () => {
    await symlink(inBase("w"), inBase("link"));
    expect((await createWorkspace({ root: inBase("link"), home: base })).root).toBe(inBase("w"));
    expect(await codeOf(createWorkspace({ root: inBase("nowhere"), home: base }))).toBe("not-found");
    expect(await codeOf(createWorkspace({ root: inBase("w/a/file.txt"), home: base }))).toBe("not-a-folder");
  });

  it("resolves what is inside, existing or not", async () => {
    expect(await workspace.resolve("a/file.txt")).toEqual({
      asked: inBase("w/a/file.txt"),
      real: inBase("w/a/file.txt"),
      exists: true,
      outside: false,
    });
    expect(await workspace.resolve("new/deep/../x.txt")).toMatchObject({
      real: inBase("w/new/x.txt"),
      exists: false,
      outside: false,
    });
    expect(await workspace.resolve("file.txt", inBase("w/a"))).toMatchObject({
      exists: true,
      outside: false,
    });
    expect(await workspace.resolve(inBase("added/x"))).toMatchObject({ outside: false });
    expect(await workspace.resolve("..a")).toMatchObject({ real: inBase("w/..a"), outside: false });
  });

  it.each([
    ["../w-evil/secret.txt"],
    ["a/../../w-evil/secret.txt"],
    ["missing/../../w-evil/secret.txt"],
    ["a/file.txt/../../../w-evil/secret.txt"],
    ["../../../../../../../../etc/passwd"],
    ["/etc/passwd"],
    ["~/x"],
    ["~"],
    ["/proc/self/root/etc/passwd"],
  ])("sees that %s lies outside", async (name) => {
    expect(await workspace.resolve(name)).toMatchObject({ outside: true });
  });

  it.each([
    ["%2e%2e/x"],
    ["..\\x"],
    ["file:///etc/passwd"],
    ["$HOME/x"],
    ["~root/x"],
    ["．．/x"],
    ["‥/x"],
    [".\u200b./x"],
    ["a /file.txt"],
    ["-rf"],
    ["a\nb"],
  ])("takes %j literally, as a name inside that does not exist", async (name) => {
    expect(await workspace.resolve(name)).toMatchObject({ exists: false, outside: false });
  });

  it("knows a sibling whose name starts the same from itself", async () => {
    expect(await workspace.resolve(inBase("w-evil/secret.txt"))).toMatchObject({
      exists: true,
      outside: true,
    });
  });

  it("follows links to a file, to a folder, in a chain, and dangling ones", async () => {
    await symlink(inBase("w-evil/secret.txt"), inBase("w/file-link"));
    await symlink("../w-evil", inBase("w/folder-link"));
    await symlink(inBase("nowhere/x"), inBase("w/dangling"));
    await symlink("a", inBase("w/good"));
    await symlink("file-link", inBase("w/chain-0"));
    for (let i = 1; i < 38; i++) await symlink(`chain-${i - 1}`, inBase(`w/chain-${i}`));
    const secret = { real: inBase("w-evil/secret.txt"), exists: true, outside: true };
    expect(await workspace.resolve("file-link")).toMatchObject(secret);
    expect(await workspace.resolve("folder-link/secret.txt")).toMatchObject(secret);
    expect(await workspace.resolve("folder-link/../w-evil/new")).toMatchObject({
      outside: true,
      exists: false,
    });
    expect(await workspace.resolve("chain-37")).toMatchObject(secret);
    expect(await workspace.resolve("dangling")).toMatchObject({
      real: inBase("nowhere/x"),
      exists: false,
      outside: true,
    });
    expect(await workspace.resolve("good/file.txt")).toMatchObject({
      real: inBase("w/a/file.txt"),
      outside: false,
    });
  });

  it("does as the system does with .. behind a link", async () => {
    await mkdir(inBase("w-evil/deep"));
    await symlink("../w-evil/deep", inBase("w/deep"));
    expect(await workspace.resolve("deep/../secret.txt")).toMatchObject({
      real: inBase("w-evil/secret.txt"),
      outside: true,
    });
  });

  it("refuses loops, NUL and names that are too long, and does not hang", async () => {
    await symlink("loop-b", inBase("w/loop-a"));
    await symlink("loop-a", inBase("w/loop-b"));
    await symlink(".", inBase("w/self"));
    expect(await codeOf(workspace.resolve("loop-a/x"))).toBe("link-loop");
    expect(await workspace.resolve("self/self/self/a/file.txt")).toMatchObject({
      real: inBase("w/a/file.txt"),
    });
    expect(await codeOf(workspace.resolve("a\0b"))).toBe("name-invalid");
    expect(await codeOf(workspace.resolve("x".repeat(5_000)))).toBe("name-invalid");
    expect(await codeOf(workspace.resolve("x".repeat(300)))).toBe("name-invalid");
    expect(await codeOf(workspace.resolve("x/".repeat(2_500)))).toBe("name-invalid");
  });

  it("keeps names that differ only in normal form or case apart where the disk does", async () => {
    await writeFile(inBase("w/caf\u00e9"), "composed");
    const other = await workspace.resolve("cafe\u0301");
    expect(other.real === inBase("w/caf\u00e9") || !other.exists).toBe(true);
  });

  it("shows paths as a person writes them", () => {
    expect(workspace.display(inBase("w/a/file.txt"))).toBe("a/file.txt");
    expect(workspace.display(inBase("w"))).toBe(".");
    expect(workspace.display(inBase("home/x"))).toBe("~/x");
    expect(workspace.display("/etc/passwd")).toBe("/etc/passwd");
    expect(workspace.display(inBase("w/a\u001b[2K\u202eb"))).toBe("a\\u{1b}[2K\\u{202e}b");
  });
});
