import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const file = (name: string) => path.join(test.root, name);
const read = (input: Record<string, unknown>) => test.text("Read", input);

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Read", () => {
  it("numbers lines", async () => {
    await writeFile(file("a.txt"), "one\r\ntwo\n\nfour");
    expect(await read({ path: "a.txt" })).toBe("     1\tone\n     2\ttwo\n     3\t\n     4\tfour");
    expect(await read({ path: file("a.txt") })).toContain("four");
  });

  it("reads a window and says how to go on", async () => {
    await writeFile(file("a.txt"), Array.from({ length: 3_000 }, (_, i) => `line ${i + 1}`).join("\n"));
    const first = await read({ path: "a.txt" });
    expect(first).toMatch(/^ {5}1\tline 1\n/);
    expect(first).toContain("of 3000. Continue with offset=");
    const next = Number(/offset=(\d+)/.exec(first)?.[1]);
    expect(await read({ path: "a.txt", offset: next, limit: 1 })).toMatch(
      new RegExp(`^ *${next}\tline ${next}\n`),
    );
    expect(await read({ path: "a.txt", offset: 2_999 })).toBe("  2999\tline 2999\n  3000\tline 3000");
    expect(await read({ path: "a.txt", offset: 3_001 })).toBe("FAILED The file has only 3000 lines.");
    expect(first.length).toBeLessThanOrEqual(30_000);
  });

  it("reads 2000 short lines at once", async () => {
    await writeFile(file("a.txt"), "x\n".repeat(5_000));
    expect(await read({ path: "a.txt" })).toContain("[Lines 1-2000 of 5000. Continue with offset=2001]");
  });

  it("cuts long lines", async () => {
    await writeFile(file("a.txt"), `${"x".repeat(5_000)}\nshort`);
    expect(await read({ path: "a.txt" })).toBe(
      `     1\t${"x".repeat(2_000)} [… 3000 more characters in this line]\n     2\tshort`,
    );
  });

  it("says what it cannot show", async () => {
    await writeFile(file("empty"), "");
    await writeFile(file("bin"), Buffer.from([1, 2, 0, 3]));
    await writeFile(file("latin1"), Buffer.from("caf\xe9\n", "latin1"));
    expect(await read({ path: "empty" })).toBe("[The file is empty]");
    expect(await read({ path: "bin" })).toBe(
      "FAILED bin is a binary file (4 bytes) and cannot be shown as text.",
    );
    expect(await read({ path: "latin1" })).toBe(
      "     1\tcaf\ufffd\n[Not valid UTF-8: some bytes are shown as \ufffd]",
    );
    expect(await read({ path: "." })).toMatch(/^FAILED \. is a folder.*LS/);
  });

  it("knows text by its byte order mark", async () => {
    await writeFile(file("utf8"), "\ufeff你好\n");
    await writeFile(file("le"), Buffer.from("\ufeff你好\n", "utf16le"));
    await writeFile(file("be"), Buffer.from("\ufeff你好\n", "utf16le").swap16());
    for (const name of ["utf8", "le", "be"]) expect(await read({ path: name })).toBe("     1\t你好");
  });

  it("shows images by what they are, not by their name", async () => {
    await writeFile(
      file("pixel.txt"),
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(50)]),
    );
    const { content } = await test.call("Read", { path: "pixel.txt" });
    expect(content.at(-1)).toMatchObject({ type: "image", mediaType: "image/png" });
    await writeFile(
      file("large.jpg"),
      Buffer.concat([Buffer.from("\xff\xd8\xff", "latin1"), Buffer.alloc(6_000_000)]),
    );
    expect(await read({ path: "large.jpg" })).toMatch(/^FAILED The image large.jpg has 6000003 bytes/);
  });

  it("names what else is there when a file is missing", async () => {
    await writeFile(file("README.md"), "x");
    await writeFile(file("other.ts"), "x");
    expect(await read({ path: "readme.txt" })).toMatch(
      /^FAILED Failed to read the file: readme.txt does not exist. Similar names there: README.md/,
    );
    expect(await read({ path: "no/such/file" })).toBe(
      "FAILED Failed to read the file: no/such/file does not exist",
    );
  });

  it("is bounded in time and memory for huge files", async () => {
    await writeFile(file("sparse"), "");
    await truncate(file("sparse"), 10 * 1024 ** 3);
    await writeFile(file("text"), "0123456789abcdef 0123456789abcd\n".repeat(1_200_000));
    const before = process.memoryUsage().rss;
    expect(await read({ path: "sparse" })).toContain("binary");
    const head = await read({ path: "text", limit: 2 });
    expect(head).toMatch(
      /^ {5}1\t0123.*\n {5}2\t0123.*\n\n\[Lines 1-2 of a file of 38400000 bytes. Continue with offset=3\]$/,
    );
    expect(await read({ path: "text", offset: 1_200_000 })).toMatch(/^1200000\t0123/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it("reads stored outputs, and never the disk for their paths", async () => {
    const stored = "/skillmint/output/call_abc.txt";
    test.stored.set(stored, Buffer.from("whole output\n"));
    expect(await read({ path: stored })).toBe("     1\twhole output");
    expect(await read({ path: "/skillmint/output/call_none.txt" })).toContain("does not exist");
    expect(
      await test.tool("Read").describe({ path: stored }, test.workspace, test.context().memory),
    ).toMatchObject({
      resources: [],
    });
  });

  it("describes the real target and refuses special files before anyone is asked", async () => {
    await writeFile(path.join(test.base, "secret"), "s");
    await symlink(path.join(test.base, "secret"), file("link"));
    expect(await test.tool("Read").describe({ path: "link" }, test.workspace, test.context().memory)).toEqual(
      {
        title: `Read ${path.join(test.base, "secret")}`,
        resources: [{ kind: "path", path: path.join(test.base, "secret"), access: "read", outside: true }],
      },
    );
    expect(await read({ path: "/proc/self/environ" })).toContain(
      "FAILED Failed to read the file: /proc/self/environ is a device",
    );
    expect(await read({ path: "a\0b" })).toContain("cannot be a path");
  });

  it("refuses a path that leads elsewhere than it was described", async () => {
    await mkdir(file("d"));
    await writeFile(file("d/a"), "inside");
    await writeFile(path.join(test.base, "a"), "secret");
    const input = { path: "link/a" };
    await symlink("d", file("link"));
    await test.tool("Read").describe(input, test.workspace, test.context().memory);
    await rm(file("link"));
    await symlink("..", file("link"));
    await expect(test.tool("Read").run(input, test.context())).rejects.toThrow("replaced by a link");
  });
});
