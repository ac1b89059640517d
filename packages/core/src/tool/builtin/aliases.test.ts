import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestSession } from "./execute-env.fixture.ts";
import { notebook } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;

beforeEach(async () => {
  test = await createTestContext();
  await mkdir(path.join(test.root, "src"));
  await writeFile(path.join(test.root, "src/a.txt"), "Alpha\nbeta\n");
  await writeFile(path.join(test.root, "n.ipynb"), JSON.stringify(notebook));
});
afterEach(() => test.remove());

/** Calls as the source documents, public skills and other agents write them. */
const calls: [name: string, input: Record<string, unknown>, text: string][] = [
  ["read_file", { path: "src/a.txt" }, "Alpha"],
  ["Read", { file_path: "src/a.txt", offset: "2", limit: 1 }, "2\tbeta"],
  ["Read", { filePath: "src/a.txt", pages: null }, "Alpha"],
  ["Read", { filename: "src/a.txt" }, "Alpha"],
  ["Read", { notebook_path: "n.ipynb" }, "Notebook"],
  ["write_file", { path: "new/b.txt", content: "x" }, "Wrote 1 bytes"],
  ["Write", { file_path: "c.txt", contents: "x" }, "Wrote 1 bytes"],
  ["Edit", { file_path: "src/a.txt", old_string: "beta", new_string: "b" }, "Replaced 1"],
  ["edit_file", { path: "src/a.txt", old_str: "beta", new_str: "b", replace_all: "true" }, "Replaced 1"],
  [
    "str_replace",
    { filePath: "src/a.txt", oldString: "beta", newString: "b", replaceAll: true },
    "Replaced 1",
  ],
  ["glob", { pattern: "*.txt", base_dir: "src" }, "src/a.txt"],
  ["Glob", { pattern: "**/*.txt", path: "." }, "src/a.txt"],
  ["Glob", { pattern: "*.txt", directory: "src" }, "src/a.txt"],
  ["grep", { pattern: "alpha", path: "src/a.txt", case_insensitive: true }, "1:Alpha"],
  ["Grep", { pattern: "alpha", "-i": true, path: "src" }, "src/a.txt:1:Alpha"],
  ["Grep", { pattern: "alpha", ignore_case: true, include: "*.txt" }, "src/a.txt:1:Alpha"],
  ["Grep", { pattern: "beta", context: 1, path: "src/a.txt" }, "1-Alpha\n2:beta"],
  ["Grep", { pattern: "beta", "-n": true, "-B": 1, path: "src/a.txt" }, "1-Alpha\n2:beta"],
  ["Grep", { pattern: "beta", output_mode: "files_with_matches", base_dir: "src" }, "src/a.txt"],
  ["LS", { path: "src", ignore: [] }, "a.txt"],
  ["ls", { directory: "src" }, "a.txt"],
  [
    "NotebookEdit",
    { notebook_path: "n.ipynb", cell_id: "intro", new_source: "x", edit_mode: "replace" },
    "Replaced cell 1",
  ],
  ["notebookedit", { file_path: "n.ipynb", cell_number: "2", new_source: "x" }, "Replaced cell 2"],
];

describe("the ways others write calls", () => {
  it.each(calls)("takes %s %j", async (name, input, text) => {
    expect(await createTestSession(test).execute(name, input)).toEqual({
      status: "ok",
      text: expect.stringContaining(text) as unknown,
    });
  });

  it("says which parameter is missing", async () => {
    const session = createTestSession(test);
    for (const [name, input, missing] of [
      ["Read", {}, "path"],
      ["Write", { file_path: "x" }, "content"],
      ["Edit", { path: "src/a.txt", old_string: "beta" }, "new_string"],
      ["Glob", { base_dir: "src" }, "pattern"],
      ["Grep", { path: "src" }, "pattern"],
      ["NotebookEdit", { new_source: "x" }, "path"],
    ] as const) {
      const { status, text } = await session.execute(name, { ...input });
      expect([name, status, text]).toEqual([name, "error", expect.stringContaining(missing)]);
    }
  });
});
