import { execFileSync, spawnSync } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { file, sampleFiles } from "./pack.fixture.ts";
import { packLimits } from "./pack-limits.ts";
import { readSkillFolder } from "./read-skill-folder.ts";
import { writePackFile, writePackFolder } from "./write-pack.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "skillmint-folder-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text = "x"): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe("reading a skill's folder", () => {
  it("takes its files, and says what it left out", async () => {
    for (const path of ["SKILL.md", "tests/one.jsonc", "evals/evals.json", "cafe\u0301.md", "scripts/run.sh"])
      await write(path);
    for (const path of [
      ".git/config",
      ".env",
      "node_modules/a/b.js",
      "sub/.DS_Store",
      "a.pyc",
      "old.skillpack",
    ])
      await write(path);
    await chmod(join(folder, "scripts/run.sh"), 0o755);
    const { files, leftOut } = await readSkillFolder(folder);
    expect(files.map(({ path }) => path)).toEqual(
      ["SKILL.md", "café.md", "evals/evals.json", "scripts/run.sh", "tests/one.jsonc"].sort(),
    );
    expect(files.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(["scripts/run.sh"]);
    expect(leftOut).toEqual([".env", ".git/", "a.pyc", "node_modules/", "old.skillpack", "sub/.DS_Store"]);
  });

  it("refuses links and what is no file", async () => {
    await write("SKILL.md");
    await symlink("/etc/passwd", join(folder, "link"));
    await expect(readSkillFolder(folder)).rejects.toMatchObject({
      params: { reason: "folderLink", path: '"link"' },
    });
    await rm(join(folder, "link"));
    await symlink("/etc", join(folder, "link"));
    await expect(readSkillFolder(folder)).rejects.toMatchObject({ params: { reason: "folderLink" } });
    await rm(join(folder, "link"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(readSkillFolder(folder)).rejects.toMatchObject({ params: { reason: "folderSpecial" } });
  });

  it("keeps to the limits", async () => {
    for (const path of ["a", "b", "c"]) await write(path, "12345");
    await expect(readSkillFolder(folder, { limits: { ...packLimits, files: 2 } })).rejects.toMatchObject({
      params: { reason: "tooMany" },
    });
    await expect(readSkillFolder(folder, { limits: { ...packLimits, bytes: 14 } })).rejects.toMatchObject({
      params: { reason: "tooLarge" },
    });
    await expect(readSkillFolder(join(folder, "absent"))).rejects.toMatchObject({
      params: { what: "ENOENT" },
    });
  });
});

describe("writing a folder", () => {
  it("writes all of it, with rights, also into one that is empty", async () => {
    const target = join(folder, "deep/er/out");
    await mkdir(target, { recursive: true });
    await writePackFolder(target, sampleFiles);
    expect(await readFile(join(target, "references/données.md"), "utf8")).toBe("# Facts\n");
    expect((await stat(join(target, "scripts/run.sh"))).mode & 0o111).toBe(0o111);
    expect((await stat(join(target, "SKILL.md"))).mode & 0o111).toBe(0);
    expect((await stat(target)).mode & 0o777).toBe(0o777 & ~process.umask());
    await writePackFolder(join(folder, "mine"), sampleFiles, { private: true });
    expect((await stat(join(folder, "mine"))).mode & 0o777).toBe(0o700);
  });

  it("touches nothing that is there, and leaves nothing behind where it fails", async () => {
    await write("used/file");
    await expect(writePackFolder(join(folder, "used"), sampleFiles)).rejects.toMatchObject({
      params: { reason: "targetExists" },
    });
    await expect(writePackFolder(join(folder, "used/file"), sampleFiles)).rejects.toMatchObject({
      params: { reason: "targetNoFolder" },
    });
    await symlink(join(folder, "nowhere"), join(folder, "link"));
    await expect(writePackFolder(join(folder, "link"), sampleFiles)).rejects.toMatchObject({
      params: { reason: "targetNoFolder" },
    });
    const twice = [...sampleFiles, file("SKILL.md", "again")];
    await expect(writePackFolder(join(folder, "new"), twice)).rejects.toMatchObject({ code: "EEXIST" });
    const stopped = writePackFolder(join(folder, "new"), sampleFiles, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect((await readdir(folder)).sort()).toEqual(["link", "used"]);
    expect(await readdir(join(folder, "used"))).toEqual(["file"]);
  });
});

describe("a process that was killed", () => {
  it("leaves what the next one removes, and only that", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const id = "00000000-0000-4000-8000-000000000000";
    const [dead, fresh, alive] = [
      `.out.${pid}-${id}.tmp`,
      `.out.${pid}-${id.replace("8", "9")}.tmp`,
      `.out.${process.pid}-${id}.tmp`,
    ];
    for (const name of [dead, fresh, alive, ".other.tmp"]) await write(`${name}/secret`);
    for (const name of [dead, alive, ".other.tmp"]) await utimes(join(folder, name), 0, 0);
    await writePackFolder(join(folder, "out"), sampleFiles);
    expect((await readdir(folder)).sort()).toEqual([fresh, alive, ".other.tmp", "out"].sort());
  });
});

describe("writing a file", () => {
  it("replaces what is there as a whole, and leaves nothing else", async () => {
    const target = join(folder, "a/b.skillpack");
    await writePackFile(target, Buffer.from("one"));
    await writePackFile(target, Buffer.from("two"));
    expect(await readFile(target, "utf8")).toBe("two");
    await mkdir(join(folder, "a/folder/inner"), { recursive: true });
    await expect(writePackFile(join(folder, "a/folder"), Buffer.from("x"))).rejects.toThrow();
    expect((await readdir(join(folder, "a"))).sort()).toEqual(["b.skillpack", "folder"]);
  });
});
