import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notebook, pixel } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const put = (value: unknown, name = "n.ipynb") =>
  writeFile(path.join(test.root, name), typeof value === "string" ? value : JSON.stringify(value, null, 1));
const read = (more: Record<string, unknown> = {}) => test.text("Read", { path: "n.ipynb", ...more });

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Read of a notebook", () => {
  it("shows cells with their ids, sources and outputs, and pictures as images", async () => {
    await put(notebook);
    expect(await read()).toBe(
      [
        "[Notebook n.ipynb: 3 cells, python]",
        "--- 1 markdown id=intro\n# Title\ntext",
        [
          "--- 2 code id=calc [3]\nx = 1\nprint(x)",
          ">>> stdout\none\ntwo",
          ">>> display_data\n[Image 1 below, image/png]",
          ">>> execute_result\n4",
          ">>> error\nValueError: bad",
        ].join("\n"),
        "--- 3 raw id=last\n\n<image/png>",
      ].join("\n\n"),
    );
    const { content } = await test.call("Read", { path: "n.ipynb" });
    expect(content[1]).toEqual({ type: "image", mediaType: "image/png", data: Buffer.from(pixel, "base64") });
  });

  it("counts cells with offset and limit, and says how to go on", async () => {
    await put(notebook);
    const one = await read({ offset: 1, limit: 1 });
    expect(one).toContain("[Cells 1-1 of 3. Continue with offset=2]");
    expect(one).not.toContain("calc");
    expect(await read({ offset: 3 })).toMatch(/^\[Notebook.*\n\n--- 3 raw id=last/);
    expect(await read({ offset: 4 })).toBe("FAILED The notebook has only 3 cells.");
  });

  it("is bounded", async () => {
    const output = { output_type: "stream", name: "stdout", text: "o".repeat(50_000) };
    const picture = { output_type: "display_data", data: { "image/png": pixel }, metadata: {} };
    const cell = { cell_type: "code", metadata: {}, source: "s".repeat(900), outputs: [output] };
    const shown = { ...cell, outputs: Array.from({ length: 12 }, () => picture) };
    await put({ ...notebook, cells: [shown, ...Array.from({ length: 100 }, () => cell)] });
    const text = await read();
    expect(text.length).toBeLessThan(30_000);
    expect(text).toMatch(/\[… 48000 more characters\]/);
    expect(text).toMatch(/\[Cells 1-\d+ of 101\. Continue with offset=\d+\]/);
    expect(text.match(/not shown: too many or too large/g)).toHaveLength(2);
    expect(text.match(/<image\/png>/g)).toHaveLength(10);
    await put({
      ...notebook,
      cells: [{ cell_type: "code", metadata: {}, outputs: [], source: "s".repeat(99_000) }],
    });
    expect(await read()).toMatch(/\[… 79000 more characters\]$/);
  });

  it("shows what it cannot understand as text, and broken pictures as words", async () => {
    await put('{"cells": [');
    expect(await read()).toBe('     1\t{"cells": [');
    await put({ cells: "none", nbformat: 4 });
    expect(await read()).toContain("\t{\n");
    await put({ ...notebook, cells: [] });
    expect(await read()).toBe("[Notebook n.ipynb: 0 cells, python]");
    const data = { "image/png": "no picture" };
    const outputs = [{ output_type: "display_data", data }, { output_type: "odd" }, "no output"];
    await put({
      ...notebook,
      cells: [{ cell_type: "code", metadata: {}, source: "x", outputs: outputs.slice(0, 2) }],
    });
    expect(await read()).toContain("[image/png that cannot be shown]");
    await put({ ...notebook, cells: [{ cell_type: "code", metadata: {}, source: "x", outputs }] });
    expect(await read()).toBe("[Notebook n.ipynb: 1 cells, python]\n\n--- 1 code\nx");
  });
});
