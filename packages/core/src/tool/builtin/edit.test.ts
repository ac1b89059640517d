import { chmod, link, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const file = (name: string) => path.join(test.root, name);
const content = (name = "a") => readFile(file(name), "utf8");
const edit = (old_string: string, new_string: string, more: Record<string, unknown> = {}) =>
  test.text("Edit", { path: "a", old_string, new_string, ...more });

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Edit", () => {
  it("replaces an exact text, taking nothing in it as a pattern", async () => {
    await writeFile(file("a"), "price: (.*) $1\nend\n");
    await chmod(file("a"), 0o755);
    expect(await edit("(.*) $1", "$& $' \\1")).toBe("Replaced 1 occurrence(s), file: a");
    expect(await content()).toBe("price: $& $' \\1\nend\n");
    expect((await stat(file("a"))).mode & 0o777).toBe(0o755);
    expect(test.begun).toMatchObject([{ change: { path: file("a"), mode: 0o755 } }]);
  });

  it("words results as the requirements do", async () => {
    const chinese = await createTestContext("zh-CN");
    await writeFile(path.join(chinese.root, "a"), "x\nx\n");
    const change = { path: "a", old_string: "x", new_string: "y" };
    expect(await chinese.text("Edit", { ...change, old_string: "zzz" })).toMatch(/^FAILED 未找到/);
    expect(await chinese.text("Edit", change)).toContain("不唯一，请提供更多上下文");
    expect(await chinese.text("Edit", { ...change, replace_all: true })).toBe("成功替换 2 处，文件: a");
    await chinese.remove();
  });

  it("wants one place, or all of them", async () => {
    await writeFile(file("a"), "one\nx\ntwo\nx x\n");
    expect(await edit("x", "y")).toMatch(
      /^FAILED old_string is not unique.*3 occurrences in a, at lines 2, 4, 4/,
    );
    expect(await edit("two\nx", "two\ny")).toContain("Replaced 1");
    expect(await edit("x", "y", { replace_all: true })).toContain("Replaced 2");
    expect(await content()).toBe("one\ny\ntwo\ny y\n");
  });

  it("shows where it may have been meant", async () => {
    await writeFile(file("a"), "function alpha() {\n\treturn 1;\n}\n\nfunction beta() {\n\treturn 2;\n}\n");
    const spaces = await edit("function beta() {\n    return 2;\n}", "x");
    expect(spaces).toContain(
      "not found in a. It would match with other whitespace at line 5; copy it exactly:",
    );
    expect(spaces).toContain("     6\t\treturn 2;");
    const near = await edit("function beta() {\n\treturn 3;\n}", "x");
    expect(near).toContain("The nearest places:\n     5\tfunction beta() {");
    expect(await edit("functoin alpha()", "x")).toContain("     1\tfunction alpha() {");
    expect(await edit("something else entirely", "x")).toBe("FAILED old_string was not found in a.");
    expect(await content()).toContain("return 2");
  });

  it("keeps line ends, each line its own, and matches whichever way they are written", async () => {
    await writeFile(file("a"), "one\r\ntwo\nthree\r\nfour\r\n");
    expect(await edit("one\ntwo", "1\n2\n2b")).toContain("Replaced");
    expect(await content()).toBe("1\r\n2\r\n2b\nthree\r\nfour\r\n");
    expect(await edit("three\r\nfour", "3\r\n4")).toContain("Replaced");
    expect(await edit("4", "4\n5")).toContain("Replaced");
    expect(await content()).toBe("1\r\n2\r\n2b\n3\r\n4\r\n5\r\n");
  });

  it("keeps encoding and byte order mark", async () => {
    const forms: Record<string, (text: string) => Buffer> = {
      utf8: (text) => Buffer.from(`\ufeff${text}`),
      le: (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
      be: (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
    };
    for (const [name, encode] of Object.entries(forms)) {
      await writeFile(file(name), encode("你好\r\nworld"));
      expect(await edit("你好\n", "再见\n", { path: name })).toContain("Replaced 1");
      expect((await readFile(file(name))).equals(encode("再见\r\nworld"))).toBe(true);
    }
  });

  it("does not touch what it would damage", async () => {
    await writeFile(file("latin1"), Buffer.from("caf\xe9 x", "latin1"));
    await writeFile(file("bin"), Buffer.from([0, 0x78]));
    await writeFile(file("one"), "x");
    await link(file("one"), file("two"));
    await writeFile(file("huge"), "x");
    await truncate(file("huge"), 40 * 1024 * 1024);
    for (const name of ["latin1", "bin"])
      expect(await edit("x", "y", { path: name })).toContain("not a text file");
    expect(await edit("x", "y", { path: "one" })).toContain("hard links");
    expect(await edit("x", "y", { path: "huge" })).toContain("more than");
    expect(await edit("x", "y", { path: "." })).toContain("is a folder");
    expect(await edit("x", "y", { path: "none" })).toContain("To create a file use Write");
    expect(test.begun).toEqual([]);
  });

  it("refuses what changes nothing or everything", async () => {
    await writeFile(file("a"), "x\r\n");
    expect(await edit("x\r\n", "x\n")).toContain("are the same");
    expect(await edit("", "x")).toContain("is empty");
  });

  it("refuses a file that changed after it was read, and goes on after its own edits", async () => {
    await writeFile(file("a"), "one two");
    await test.text("Read", { path: "a" });
    expect(await edit("one", "1")).toContain("Replaced");
    expect(await edit("two", "2")).toContain("Replaced");
    await writeFile(file("a"), "1 2 three");
    expect(await edit("three", "3")).toMatch(/^FAILED a changed after it was read/);
    await test.text("Read", { path: "a" });
    expect(await edit("three", "3")).toContain("Replaced");
  });

  it("lets one of two edits at the same time through, and the other fail", async () => {
    await writeFile(file("a"), "one two");
    await test.text("Read", { path: "a" });
    let waiting = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    test.onBegin = () => {
      if (++waiting === 2) release();
      return both;
    };
    const results = await Promise.all([edit("one", "1"), edit("two", "2")]);
    expect(results.filter((text) => text.startsWith("Replaced"))).toHaveLength(1);
    expect(results.filter((text) => text.includes("changed by somebody else meanwhile"))).toHaveLength(1);
    expect(["1 two", "one 2"]).toContain(await content());
  });

  it("gives the change as hunks", async () => {
    await writeFile(file("a"), Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join("\n"));
    const input = { path: "a", old_string: "line 2", new_string: "LINE\n2", replace_all: true };
    const { details } = await test.call("Edit", input);
    const diff = (details as { diff: { oldStart: number; newStart: number; lines: string[] }[] }).diff;
    expect(diff).toHaveLength(11);
    expect(diff[0]).toMatchObject({
      oldStart: 1,
      newStart: 1,
      lines: [" line 1", "-line 2", "+LINE", "+2", " line 3", " line 4", " line 5"],
    });
    expect(diff[1]).toMatchObject({ oldStart: 17, newStart: 18 });
  });

  it("stays quick on large files without a match", async () => {
    await writeFile(file("a"), "some line of text that repeats\n".repeat(200_000));
    const began = performance.now();
    expect(await edit("other text\n".repeat(100), "x")).toMatch(/^FAILED old_string was not found/);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
