import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPlainFile } from "./plain-file.ts";
import { NotPlainError, openPlainFolder } from "./plain-folder.ts";

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "skillmint-plain-")));
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe("openPlainFolder", () => {
  it.runIf(process.platform === "linux")("stays in the folder that it opened", async () => {
    await mkdir(join(base, "outside"));
    await using folder = await openPlainFolder(base, ["a", "b"], 0o700);
    await rename(join(base, "a/b"), join(base, "moved"));
    await symlink(join(base, "outside"), join(base, "a/b"));
    await writeFile(join(folder.at, "x"), "");
    expect(await readdir(join(base, "outside"))).toEqual([]);
    expect(await readdir(join(base, "moved"))).toEqual(["x"]);
  });

  it("makes folders in the place that a sandbox keeps", async () => {
    await mkdir(join(base, "kept"));
    await chmod(join(base, "kept"), 0o555);
    await using folder = await openPlainFolder(base, ["kept", "inner"], 0o700);
    await writeFile(join(folder.at, "x"), "");
    expect(await readdir(join(base, "kept/inner"))).toEqual(["x"]);
  });

  it("makes nothing unless told, and nothing of a link or a file", async () => {
    await expect(openPlainFolder(base, ["a"])).rejects.toThrow("ENOENT");
    await writeFile(join(base, "file"), "");
    await symlink(base, join(base, "link"));
    await symlink(join(base, "nowhere"), join(base, "dangling"));
    for (const name of ["file", "link", "dangling"])
      await expect(openPlainFolder(base, [name, "x"], 0o700)).rejects.toBeInstanceOf(NotPlainError);
    expect((await readdir(base)).sort()).toEqual(["dangling", "file", "link"]);
  });
});

describe("readPlainFile", () => {
  it("reads the head of a file, between characters", async () => {
    await writeFile(join(base, "x"), "\uFEFF字字字");
    expect(await readPlainFile(join(base, "x"), 100)).toMatchObject({ text: "字字字", bytes: 12, unread: 0 });
    expect(await readPlainFile(join(base, "x"), 8)).toMatchObject({ text: "字", unread: 4 });
    expect(await readPlainFile(join(base, "missing"), 8)).toBeUndefined();
  });

  it("opens no link, no folder and nothing that blocks", async () => {
    await symlink("/etc/passwd", join(base, "link"));
    for (const path of [join(base, "link"), base, "/dev/null"])
      await expect(readPlainFile(path, 8)).rejects.toBeInstanceOf(NotPlainError);
  });
});
