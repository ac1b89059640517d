import { execFileSync } from "node:child_process";
import { mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const grep = (pattern: string, more: Record<string, unknown> = {}) => test.text("Grep", { pattern, ...more });
const put = async (name: string, text: string) => {
  const file = path.join(test.root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
};

beforeEach(async () => {
  test = await createTestContext();
  await put("a.txt", "one\ntwo\nThree\ntwo again\n");
});
afterEach(() => test.remove());

describe("Grep", () => {
  it("gives line and text for a file, and the path before them in a folder", async () => {
    await put("sub/b.txt", "two: x\n");
    expect(await grep("two", { path: "a.txt" })).toBe("Found 2 matches:\n2:two\n4:two again");
    const lines = (await grep("two")).split("\n");
    expect(lines[0]).toBe("Found 3 matches:");
    expect(lines.slice(1).sort()).toEqual(["a.txt:2:two", "a.txt:4:two again", "sub/b.txt:1:two: x"]);
    expect(await grep("two", { path: "sub" })).toBe("Found 1 matches:\nsub/b.txt:1:two: x");
    expect(await grep("nothing here")).toBe("Found 0 matches");
  });

  it("words results as the requirements do", async () => {
    const chinese = await createTestContext("zh-CN");
    await writeFile(path.join(chinese.root, "a"), "你好\n");
    expect(await chinese.text("Grep", { pattern: "好", path: "a" })).toBe("找到 1 处匹配:\n1:你好");
    await chinese.remove();
  });

  it("knows its options", async () => {
    await put("b.ts", "const x = 1;\ntwo\n");
    expect(await grep("three", { path: "a.txt", "-i": true })).toBe("Found 1 matches:\n3:Three");
    expect(await grep("Three", { path: "a.txt", "-C": 1 })).toBe(
      "Found 1 matches:\n2-two\n3:Three\n4-two again",
    );
    expect(await grep("two", { path: "a.txt", "-A": 1 })).toBe(
      "Found 2 matches:\n2:two\n3-Three\n4:two again",
    );
    expect(await grep("two", { glob: "*.ts" })).toBe("Found 1 matches:\nb.ts:2:two");
    expect(await grep("two", { type: "ts" })).toBe("Found 1 matches:\nb.ts:2:two");
    expect(await grep("one.two", { path: "a.txt", multiline: true })).toBe(
      "Found 1 matches:\n1:one\n2:two".replace("1 m", "2 m"),
    );
    expect(await grep("two", { output_mode: "files_with_matches" })).toMatch(
      /^Found 2 files:\n(b.ts\na.txt|a.txt\nb.ts)$/,
    );
    expect(await grep("two", { output_mode: "count", path: "a.txt" })).toBe("Found 2 matches:\na.txt:2");
    expect(await grep("two", { output_mode: "count", glob: "*.txt" })).toBe("Found 2 matches:\na.txt:2");
    expect(await grep("two", { path: "a.txt", head_limit: 1 })).toMatch(
      /^Found 2 matches:\n2:two\n\[Not all is shown/,
    );
  });

  it("shows the words of ripgrep when it does not understand", async () => {
    expect(await grep("fo(o")).toMatch(/^FAILED Failed to search: [^]*unclosed group/);
    expect(await grep("x", { type: "nope" })).toContain("unrecognized file type: nope");
    expect(await grep("a\0b")).toContain("NUL");
  });

  it("takes patterns, globs and names that look like options as what they are", async () => {
    await put("-v", "--files two\n");
    expect(await grep("--files")).toBe("Found 1 matches:\n-v:1:--files two");
    expect(await grep("two", { path: "-v" })).toBe("Found 1 matches:\n1:--files two");
    expect(await grep("two", { glob: "--pre=sh" })).toBe("Found 0 matches");
  });

  it("finds nothing outside, in ignored or in binary files, nor in .git", async () => {
    await writeFile(path.join(test.base, "secret.txt"), "two\n");
    await symlink(test.base, path.join(test.root, "up"));
    await symlink("../secret.txt", path.join(test.root, "link.txt"));
    await put(".gitignore", "skipped\n");
    await put("skipped/x.txt", "two\n");
    await put(".git/config", "two\n");
    await put("bin", "two\0two\n");
    const expected = "Found 2 matches:\na.txt:2:two\na.txt:4:two again";
    expect(await grep("two")).toBe(expected);
    expect(await grep("two", { glob: "../**" })).toBe("Found 0 matches");
    expect(await grep("two", { glob: ".git/**" })).toBe("Found 0 matches");
    expect(
      await test
        .tool("Grep")
        .describe({ pattern: "x", path: "link.txt" }, test.workspace, test.context().memory),
    ).toMatchObject({
      resources: [{ path: path.join(test.base, "secret.txt"), outside: true }],
    });
  });

  it("says so where the one file is binary, and is not confused by a NUL deep in a text", async () => {
    await put("bin", "two\0two\n");
    await put("deep", `two first\n${"x\n".repeat(100_000)}two\0\ntwo last\n`);
    await put("z", "two in z\n");
    expect(await grep("two", { path: "bin" })).toBe(
      "FAILED Failed to search: bin is a binary file (8 bytes) and cannot be shown as text.",
    );
    expect(await grep("two", { path: "deep" })).toBe("Found 1 matches:\n1:two first");
    const lines = (await grep("two", { glob: "{deep,z}" })).split("\n");
    expect(lines.sort()).toEqual(["Found 2 matches:", "deep:1:two first", "z:1:two in z"]);
  });

  it("counts matches beyond what is shown, in one file and in many", async () => {
    for (let index = 0; index < 40; index++)
      await put(`many/f${index}`, `match ${"y".repeat(300)}\n`.repeat(100));
    expect(await grep("match", { path: "many", head_limit: 3 })).toMatch(/^Found 4000 matches:\n/);
    expect(await grep("match", { path: "many", head_limit: 3, "-A": 1 })).toMatch(/^Found 4000 matches:\n/);
    await put("one", `match ${"y".repeat(300)}\n`.repeat(4_000));
    expect(await grep("match", { path: "one", head_limit: 3 })).toMatch(/^Found 4000 matches:\n/);
  });

  it("orders files by age and knows every mode on folders", async () => {
    for (const [age, name] of ["c.txt", "b.txt", "d.txt"].entries()) {
      await put(name, "two\ntwo\n");
      await utimes(path.join(test.root, name), 1_700_000_000 - age, 1_700_000_000 - age);
    }
    await utimes(path.join(test.root, "a.txt"), 1_600_000_000, 1_600_000_000);
    expect(await grep("two", { output_mode: "files_with_matches" })).toBe(
      "Found 4 files:\nc.txt\nb.txt\nd.txt\na.txt",
    );
    expect(await grep("two", { output_mode: "count", head_limit: 2 })).toBe(
      "Found 8 matches:\nc.txt:2\nb.txt:2\n[Not all is shown. Use a narrower pattern, path or glob, or a larger head_limit]",
    );
    expect(await grep("nothing", { output_mode: "count" })).toBe("Found 0 matches");
  });

  it("handles names with line ends", async () => {
    await put("new\nline.txt", "unusual\n");
    expect(await grep("unusual")).toBe("Found 1 matches:\nnew\\u{a}line.txt:1:unusual");
    expect(await grep("unusual", { output_mode: "count" })).toBe("Found 1 matches:\nnew\\u{a}line.txt:1");
  });

  it("is bounded", async () => {
    await put("many", "match\n".repeat(5_000));
    await put("long", `match ${"x".repeat(100_000)}\n`);
    const many = await grep("match", { path: "many" });
    expect(many).toMatch(/^Found 5000 matches:\n/);
    expect(many.split("\n")).toHaveLength(252);
    expect((await grep("match", { path: "long" })).length).toBeLessThan(1_000);
    expect((await grep("match", { head_limit: 10_000 })).length).toBeLessThan(30_000);
  });

  it("stops on abort", async () => {
    const running = grep("x");
    test.abort.abort();
    await expect(running).rejects.toThrow();
  });

  it("says what is wrong with the path", async () => {
    if (process.platform !== "win32") execFileSync("mkfifo", [path.join(test.root, "fifo")]);
    expect(await grep("x", { path: "none" })).toBe("FAILED Failed to search: none does not exist");
    expect(await grep("x", { path: "fifo" })).toContain("pipe");
    expect(await grep("x", { path: "/proc/self/environ" })).toContain("system file");
    expect(await grep("match")).toBe("Found 0 matches");
  });
});
