import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const ls = (input: Record<string, unknown> = {}) => test.text("LS", input);

beforeEach(async () => {
  test = await createTestContext();
  await mkdir(path.join(test.root, "src/deep"), { recursive: true });
  for (const name of ["b.ts", "a.md", ".hidden", "src/x.ts", "ignored.log"])
    await writeFile(path.join(test.root, name), "");
  await writeFile(path.join(test.root, ".gitignore"), "*.log\n");
});
afterEach(() => test.remove());

describe("LS", () => {
  it("lists names in order, folders with a slash, hidden and ignored ones too", async () => {
    expect(await ls()).toBe(".:\n.gitignore\n.hidden\na.md\nb.ts\nignored.log\nsrc/");
    expect(await ls({ path: "src" })).toBe("src:\ndeep/\nx.ts");
    expect(await ls({ path: "src/deep" })).toBe("src/deep:\n(empty)");
  });

  it("leaves out what it is told to", async () => {
    expect(await ls({ ignore: [".*", "*.{ts,md}"] })).toBe(".:\nignored.log\nsrc/");
    expect(await ls({ ignore: ["{a,b}".repeat(20)] })).toMatch(/^FAILED Invalid pattern/);
  });

  it("shows where links lead and follows none", async () => {
    await symlink("/etc", path.join(test.root, "src/link"));
    expect(await ls({ path: "src" })).toBe("src:\ndeep/\nlink -> /etc\nx.ts");
  });

  it("is bounded", async () => {
    await mkdir(path.join(test.root, "many"));
    const name = (index: number) => `${String(index).padStart(4, "0")}${"x".repeat(100)}`;
    const names = Array.from({ length: 700 }, (_, index) => name(index));
    await Promise.all(names.map((one) => writeFile(path.join(test.root, "many", one), "")));
    const text = await ls({ path: "many" });
    expect(text.length).toBeLessThan(30_000);
    expect(text).toContain(name(0));
    const shown = text.split("\n").length - 2;
    expect(text).toContain(`[${700 - shown} more not shown`);
  });

  it("says what is wrong with the folder", async () => {
    expect(await ls({ path: "a.md" })).toBe(
      "FAILED Failed to list the folder: a part of a.md is a file, not a folder",
    );
    expect(await ls({ path: "none" })).toBe("FAILED Failed to list the folder: none does not exist");
    expect(await ls({ path: "/proc" })).toContain("system file");
  });
});
