import { chmod, link, mkdir, readdir, readFile, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const file = (name: string) => path.join(test.root, name);
const write = (name: string, content: string) => test.text("Write", { path: name, content });

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Write", () => {
  it("creates a file and its folders, counting bytes", async () => {
    expect(await write("a/b/c.txt", "你好\n")).toBe("Wrote 7 bytes to a/b/c.txt");
    expect(await readFile(file("a/b/c.txt"), "utf8")).toBe("你好\n");
    expect(test.begun).toEqual([
      { change: { path: file("a/b/c.txt"), before: null, after: Buffer.from("你好\n") } },
    ]);
  });

  it("words results as the requirements do", async () => {
    const chinese = await createTestContext("zh-CN");
    expect(await chinese.text("Write", { path: "a.txt", content: "abc" })).toBe("成功写入 3 字节到 a.txt");
    await mkdir(path.join(chinese.root, "d"));
    expect(await chinese.text("Write", { path: "d", content: "x" })).toBe("FAILED 写入文件失败: d 是文件夹");
    await chinese.remove();
  });

  it("overwrites only what was read and did not change since", async () => {
    await writeFile(file("a"), "old");
    await chmod(file("a"), 0o640);
    expect(await write("a", "new")).toMatch(/^FAILED a exists and was not read/);
    await test.text("Read", { path: "a" });
    await writeFile(file("a"), "somebody else's");
    expect(await write("a", "new")).toMatch(/^FAILED a changed after it was read/);
    expect(await readFile(file("a"), "utf8")).toBe("somebody else's");
    expect(test.begun).toEqual([]);
    await test.text("Read", { path: "a" });
    expect(await write("a", "new")).toBe("Wrote 3 bytes to a");
    expect(await write("a", "newer")).toBe("Wrote 5 bytes to a");
    expect((await stat(file("a"))).mode & 0o777).toBe(0o640);
    expect(test.begun[0]).toEqual({
      change: {
        path: file("a"),
        before: Buffer.from("somebody else's"),
        after: Buffer.from("new"),
        mode: 0o640,
      },
    });
  });

  it("needs no reading where nothing is lost", async () => {
    await writeFile(file("same"), "same");
    await writeFile(file("empty"), "");
    expect(await write("same", "same")).toBe("Wrote 4 bytes to same");
    expect(await write("empty", "x")).toBe("Wrote 1 bytes to empty");
  });

  it("writes nothing when it cannot be written down first, or somebody else was faster", async () => {
    test.onBegin = () => Promise.reject(new Error("no disk"));
    await expect(test.call("Write", { path: "a", content: "x" })).rejects.toThrow("no disk");
    expect(await readdir(test.root)).toEqual([]);
    test.onBegin = () => writeFile(file("a"), "theirs");
    expect(await write("a", "mine")).toContain("was changed by somebody else meanwhile");
    expect(await readFile(file("a"), "utf8")).toBe("theirs");
  });

  it("refuses links made after it was described, hard links, folders and special files", async () => {
    await writeFile(path.join(test.base, "secret"), "s");
    await link(path.join(test.base, "secret"), file("hard"));
    await mkdir(file("folder"));
    expect(await write("hard", "x")).toContain("hard links");
    expect(await write("folder", "x")).toContain("folder is a folder");
    expect(await write("/proc/self/comm", "x")).toContain("system file");
    expect(await write("/dev/null", "x")).toContain("system file");
    const input = { path: "late", content: "x" };
    await test.tool("Write").describe(input, test.workspace, test.context().memory);
    await symlink(path.join(test.base, "secret"), file("late"));
    await expect(test.tool("Write").run(input, test.context())).rejects.toThrow("replaced by a link");
    expect(await readFile(path.join(test.base, "secret"), "utf8")).toBe("s");
  });

  it("refuses a folder that becomes a link between the record and the write", async () => {
    await mkdir(file("d"));
    await mkdir(path.join(test.base, "out"));
    test.onBegin = async () => {
      await rmdir(file("d"));
      await symlink(path.join(test.base, "out"), file("d"));
    };
    expect(await write("d/x", "x")).toContain("replaced by a link");
    expect(await readdir(path.join(test.base, "out"))).toEqual([]);
  });

  it("shows what changed", async () => {
    await writeFile(file("a"), "1\n2\n3\n4\n5\n");
    await test.text("Read", { path: "a" });
    const { details } = await test.call("Write", { path: "a", content: "1\n2\nthree\n4\n5\n" });
    expect(details).toMatchObject({
      created: false,
      diff: [{ oldStart: 1, newStart: 1, lines: [" 1", " 2", "-3", "+three", " 4", " 5", " "], omitted: 0 }],
    });
    const made = await test.call("Write", { path: "b", content: "x\ny" });
    expect(made.details).toMatchObject({ created: true, diff: [{ lines: ["+x", "+y"] }] });
  });
});
