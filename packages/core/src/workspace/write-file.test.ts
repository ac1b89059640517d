import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WorkspaceError } from "./workspace-error.ts";
import { stampOf, writeFileAtomic } from "./write-file.ts";

let base: string;
const inBase = (...parts: string[]) => path.join(base, ...parts);
const bytes = (text: string) => Buffer.from(text);

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-write-")));
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (WorkspaceError.is(error) ? error.code : String(error)),
  );
}

/** Mounts a small file system of its own where we may, and unmounts it afterwards. */
async function withMount(options: string, body: (folder: string) => Promise<void>): Promise<boolean> {
  const folder = inBase("mount");
  await mkdir(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  } catch (error) {
    console.warn(`SKIPPED: no tmpfs can be mounted here (${String(error)})`);
    return false;
  }
  try {
    await body(folder);
  } finally {
    execFileSync("umount", [folder], { stdio: "ignore" });
  }
  return true;
}

describe("writeFileAtomic", () => {
  it("makes missing folders, follows the umask, and leaves nothing else behind", async () => {
    await writeFileAtomic(inBase("a/b/c.txt"), bytes("new"));
    expect(await readFile(inBase("a/b/c.txt"), "utf8")).toBe("new");
    expect((await stat(inBase("a/b/c.txt"))).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(await readdir(inBase("a/b"))).toEqual(["c.txt"]);
  });

  it("keeps the mode of a file that it replaces", async () => {
    await writeFile(inBase("run.sh"), "old");
    await chmod(inBase("run.sh"), 0o750);
    await writeFileAtomic(inBase("run.sh"), bytes("new"));
    expect((await stat(inBase("run.sh"))).mode & 0o777).toBe(0o750);
  });

  it("refuses folders, links, hard links and special files, and leaves them as they were", async () => {
    await mkdir(inBase("folder"));
    await writeFile(inBase("outside"), "old");
    await symlink(inBase("outside"), inBase("link"));
    await symlink(base, inBase("up"));
    await writeFile(inBase("one"), "shared");
    await link(inBase("one"), inBase("two"));
    expect(await codeOf(writeFileAtomic(inBase("folder"), bytes("x")))).toBe("is-folder");
    expect(await codeOf(writeFileAtomic(inBase("link"), bytes("x")))).toBe("swapped");
    expect(await codeOf(writeFileAtomic(inBase("up/x"), bytes("x")))).toBe("swapped");
    expect(await codeOf(writeFileAtomic(inBase("one"), bytes("x")))).toBe("hard-link");
    expect(await codeOf(writeFileAtomic(inBase("one/x"), bytes("x")))).toBe("not-a-folder");
    expect(await codeOf(writeFileAtomic("/proc/self/comm", bytes("x")))).toBe("special");
    expect(await readFile(inBase("outside"), "utf8")).toBe("old");
    expect(await readFile(inBase("two"), "utf8")).toBe("shared");
    expect((await readdir(base)).filter((name) => name.includes("skillmint-tmp"))).toEqual([]);
  });

  it("refuses a file that is not the one that was seen", async () => {
    await writeFile(inBase("a"), "seen");
    const seen = stampOf(await lstat(inBase("a")));
    await writeFileAtomic(inBase("a"), bytes("theirs"), { expected: seen });
    expect(await codeOf(writeFileAtomic(inBase("a"), bytes("mine"), { expected: seen }))).toBe("changed");
    expect(await codeOf(writeFileAtomic(inBase("a"), bytes("mine"), { expected: null }))).toBe("changed");
    expect(await codeOf(writeFileAtomic(inBase("gone"), bytes("mine"), { expected: seen }))).toBe("changed");
    expect(await readFile(inBase("a"), "utf8")).toBe("theirs");
  });

  it("lets exactly one of many that saw the same file write it", async () => {
    await writeFile(inBase("a"), "seen");
    const expected = stampOf(await lstat(inBase("a")));
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        codeOf(writeFileAtomic(inBase("a"), bytes(`by ${index}`), { expected })),
      ),
    );
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(codes.filter((code) => code === "changed")).toHaveLength(19);
    expect(await readFile(inBase("a"), "utf8")).toBe(`by ${codes.indexOf("resolved")}`);
  });

  it("keeps the old file when the disk is full", async (context) => {
    const ran = await withMount("size=64k", async (folder) => {
      await writeFile(path.join(folder, "a"), "old");
      expect(await codeOf(writeFileAtomic(path.join(folder, "a"), Buffer.alloc(200_000, "x")))).toBe(
        "disk-full",
      );
      expect(await readFile(path.join(folder, "a"), "utf8")).toBe("old");
      expect(await readdir(folder)).toEqual(["a"]);
    });
    if (!ran) context.skip("no tmpfs can be mounted here");
  });

  it("says so on a read-only file system", async (context) => {
    const ran = await withMount("size=64k,ro", async (folder) => {
      expect(await codeOf(writeFileAtomic(path.join(folder, "a"), bytes("x")))).toBe("read-only");
    });
    if (!ran) context.skip("no tmpfs can be mounted here");
  });

  it("leaves the old or the new bytes when it is killed at any time", async () => {
    const file = inBase("a");
    const size = 300_000;
    const script = `
      import { writeFileAtomic } from ${JSON.stringify(path.join(import.meta.dirname, "write-file.ts"))};
      console.log("ready");
      for (let i = 0; ; i++) await writeFileAtomic(process.argv[2], Buffer.alloc(${size}, "ab".charAt(i % 2)));
    `;
    await writeFile(inBase("writer.mts"), script);
    for (let trial = 0; trial < 8; trial++) {
      await writeFile(file, Buffer.alloc(size, "a"));
      const child = spawn(process.execPath, ["--no-warnings", inBase("writer.mts"), file], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      await once(child.stdout, "data");
      // Where in its work the writer is hit differs from trial to trial; every point must be fine.
      await new Promise((resolve) => setTimeout(resolve, trial * 3));
      child.kill("SIGKILL");
      await ended;
      const found = await readFile(file, "latin1");
      expect(found.length).toBe(size);
      expect(new Set(found).size).toBe(1);
    }
  });
});
