import { mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const glob = (pattern: string, more: Record<string, unknown> = {}) => test.text("Glob", { pattern, ...more });

async function make(...names: string[]): Promise<void> {
  for (const [age, name] of names.entries()) {
    const file = path.join(test.root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, name);
    await utimes(file, 1_700_000_000 - age, 1_700_000_000 - age);
  }
}

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Glob", () => {
  it("finds files, newest first, as paths that Read takes", async () => {
    await make("src/new.ts", "b.ts", "src/deep/old.ts", "c.md");
    expect(await glob("**/*.ts")).toBe("Found 3 files:\nsrc/new.ts\nb.ts\nsrc/deep/old.ts");
    expect(await glob("*.ts", { path: "src" })).toBe("Found 1 files:\nsrc/new.ts");
    expect(await glob(path.join(test.root, "src/*.ts"))).toBe("Found 1 files:\nsrc/new.ts");
    expect(await glob("*.rs")).toBe("Found 0 files");
  });

  it("words results as the requirements do", async () => {
    const chinese = await createTestContext("zh-CN");
    await writeFile(path.join(chinese.root, "a.txt"), "");
    expect(await chinese.text("Glob", { pattern: "*" })).toBe("找到 1 个文件:\na.txt");
    await chinese.remove();
  });

  it("leaves out what is ignored, and finds hidden files but nothing of .git", async () => {
    await make(
      "a.js",
      "dist/b.js",
      "skip.log",
      ".github/ci.yml",
      ".git/config",
      "sub/.git/config",
      "node_modules/x/i.js",
    );
    await writeFile(path.join(test.root, ".gitignore"), "dist\n*.log\nnode_modules\n");
    const all = await glob("**");
    expect(all.split("\n").slice(1).sort()).toEqual([".github/ci.yml", ".gitignore", "a.js"]);
    expect(await glob("**/*.js")).toBe("Found 1 files:\na.js");
    expect(await glob("**", { path: "node_modules/x" })).toBe("Found 1 files:\nnode_modules/x/i.js");
  });

  it("is bounded", async () => {
    await make(...Array.from({ length: 150 }, (_, i) => `f${i}`));
    const text = await glob("f*");
    expect(text.split("\n")).toHaveLength(102);
    expect(text).toMatch(/^Found 150 files:\nf0\n[^]*\[50 more not shown/);
  });

  it("gives nothing from outside", async () => {
    await make("in.txt");
    await writeFile(path.join(test.base, "out.txt"), "");
    await symlink(test.base, path.join(test.root, "up"));
    await symlink("../out.txt", path.join(test.root, "link.txt"));
    expect(await glob("**/*.txt")).toBe("Found 1 files:\nin.txt");
    expect(await glob("up/*.txt")).toBe("Found 0 files");
    for (const pattern of ["../**", "a/../../*", "{..,a}/*", "/etc/*"]) {
      expect(await glob(pattern)).toMatch(/^FAILED Invalid pattern/);
    }
    expect(
      await test.tool("Glob").describe({ pattern: "*", path: "up" }, test.workspace, test.context().memory),
    ).toMatchObject({
      resources: [{ path: test.base, outside: true }],
    });
  });

  it("takes odd names and patterns as they are", async () => {
    await make("-rf", "new\nline", "sp ace");
    expect(await glob("-*")).toBe("Found 1 files:\n-rf");
    expect(await glob("new*")).toBe("Found 1 files:\nnew\\u{a}line");
    expect(await glob("--files")).toBe("Found 0 files");
  });

  it("says what is wrong with the folder", async () => {
    await make("file");
    expect(await glob("*", { path: "file" })).toBe("FAILED Failed to search files: file is not a folder");
    expect(await glob("*", { path: "none" })).toBe("FAILED Failed to search files: none does not exist");
    expect(await glob("*", { path: "/proc" })).toContain("system file");
  });
});
