import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileSwapping } from "../../workspace/swap-folder.fixture.ts";
import { ToolFailure } from "../define-tool.ts";
import { notebook } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

/** Every file tool, what it is called with and how often; `d` is the folder that is swapped. */
const races: [tool: string, trials: number, input: Record<string, unknown>][] = [
  ["Read", 450, { path: "d/s" }],
  ["Write", 450, { path: "d/s", content: "evil" }],
  ["Edit", 400, { path: "d/s", old_string: "inside", new_string: "inside." }],
  ["NotebookEdit", 300, { path: "d/n.ipynb", cell_number: 1, new_source: "evil" }],
  ["LS", 200, { path: "d" }],
  ["Glob", 100, { path: "d", pattern: "**" }],
  ["Grep", 100, { path: "d", pattern: "inside|secret" }],
];

let test: TestContext;
const out = () => path.join(test.base, "out");

beforeEach(async () => {
  test = await createTestContext();
  await mkdir(out());
  for (const name of ["s", "only-outside", "n.ipynb"]) {
    const text = name === "n.ipynb" ? JSON.stringify(notebook) : "secret";
    await writeFile(path.join(out(), name), text);
  }
});
afterEach(() => test.remove());

async function outside(): Promise<string[]> {
  const names = (await readdir(out())).sort();
  return Promise.all(names.map(async (name) => `${name} ${await readFile(path.join(out(), name), "utf8")}`));
}

describe.runIf(process.platform === "linux")("P12, a folder that is swapped for a link and back", () => {
  it("lets no file tool escape in 2,000 races", { timeout: 60_000 }, async () => {
    const before = await outside();
    const leaks: string[] = [];
    const count = { ok: 0, refused: 0, outside: 0 };
    const race = async (tool: string, input: Record<string, unknown>): Promise<void> => {
      const context = { ...test.context(), memory: new Map() };
      try {
        const { resources } = await test.tool(tool).describe(input, test.workspace, context.memory);
        if (resources.some((one) => one.kind === "path" && one.outside)) {
          count.outside++;
          return;
        }
        const { content } = await test.tool(tool).run(input, context);
        count.ok++;
        const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
        if (/secret|only-outside/.test(text)) leaks.push(`${tool}: ${text}`);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        count.refused++;
      }
    };
    const files = { s: "inside", "n.ipynb": JSON.stringify(notebook) };
    await whileSwapping({ work: test.root, target: "../out", files, scratch: test.base }, async () => {
      for (const [tool, trials, input] of races)
        for (let trial = 0; trial < trials; trial++) await race(tool, { ...input });
    });
    expect(leaks).toEqual([]);
    expect(await outside()).toEqual(before);
    expect(count.ok + count.refused + count.outside).toBe(2_000);
    expect(Math.min(count.ok, count.refused, count.outside)).toBeGreaterThan(20);
  });
});
