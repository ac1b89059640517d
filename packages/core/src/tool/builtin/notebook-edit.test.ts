import { chmod, link, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notebook } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const file = (name = "n.ipynb") => path.join(test.root, name);
const content = () => readFile(file(), "utf8");
const edit = (more: Record<string, unknown>) => test.text("NotebookEdit", { path: "n.ipynb", ...more });
const python = (value: unknown, indent: number | string = 1) => `${JSON.stringify(value, null, indent)}\n`;

/** The notebook with another cell in place of the second. */
function withSecond(change: Record<string, unknown>) {
  const [first, second, third] = notebook.cells;
  return { ...notebook, cells: [first, { ...second, ...change }, third] };
}

beforeEach(async () => {
  test = await createTestContext();
  await writeFile(file(), python(notebook));
});
afterEach(() => test.remove());

describe("NotebookEdit", () => {
  it("replaces the source of a cell, clears its outputs and keeps everything else", async () => {
    await chmod(file(), 0o640);
    const before = await readFile(file());
    expect(await edit({ cell_id: "calc", new_source: "y = 2\nprint(y)" })).toBe(
      "Replaced cell 2, notebook: n.ipynb",
    );
    const after = python(withSecond({ execution_count: null, outputs: [], source: "y = 2\nprint(y)" }));
    expect(await content()).toBe(after);
    expect((await stat(file())).mode & 0o777).toBe(0o640);
    expect(test.begun).toEqual([
      { change: { path: file(), before, after: Buffer.from(after), mode: 0o640 } },
    ]);
  });

  it("writes sources as the cell did, as lines or as one text", async () => {
    expect(await edit({ cell_number: 1, new_source: "a\nb\n" })).toContain("Replaced cell 1");
    const [first, ...others] = notebook.cells;
    const changed = { ...notebook, cells: [{ ...first, source: ["a\n", "b\n"] }, ...others] };
    expect(await content()).toBe(python(changed));
  });

  it("keeps numbers, escapes and fields as they are written", async () => {
    const text = python(notebook).replace(
      '"vendor": 1.5',
      '"vendor": 1.50, "big": 12345678901234567890, "e": "\\u00e9"',
    );
    await writeFile(file(), text);
    await edit({ cell_id: "intro", new_source: "new" });
    expect(await content()).toContain('"vendor": 1.50, "big": 12345678901234567890, "e": "\\u00e9"');
  });

  it.each([2, 4, "\t"])("keeps an indentation of %j, line ends and byte order mark", async (indent) => {
    const crlf = (value: unknown) => `\ufeff${python(value, indent).replaceAll("\n", "\r\n")}`;
    await writeFile(file(), crlf(notebook));
    await edit({ cell_id: "calc", new_source: "z" });
    expect(await content()).toBe(crlf(withSecond({ execution_count: null, outputs: [], source: "z" })));
    await writeFile(file(), JSON.stringify(notebook));
    await test.text("Read", { path: "n.ipynb" });
    await edit({ cell_id: "calc", new_source: "z" });
    expect(await content()).toBe(
      JSON.stringify(withSecond({ execution_count: null, outputs: [], source: "z" })),
    );
  });

  it("inserts after a cell or at the top, with an id of its own", async () => {
    expect(await edit({ edit_mode: "insert", cell_id: "intro", new_source: "a\nb" })).toBe(
      "Inserted cell 2, notebook: n.ipynb",
    );
    expect(await edit({ edit_mode: "insert", cell_type: "markdown", new_source: "top" })).toContain(
      "Inserted cell 1",
    );
    expect(await edit({ edit_mode: "insert", cell_number: 5, new_source: "" })).toContain("Inserted cell 6");
    const { cells } = JSON.parse(await content()) as { cells: Record<string, unknown>[] };
    const [top, intro, code, calc, last, end] = cells;
    expect(top).toEqual({
      cell_type: "markdown",
      id: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      metadata: {},
      source: ["top"],
    });
    expect(code).toEqual({
      cell_type: "code",
      execution_count: null,
      id: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      metadata: {},
      outputs: [],
      source: ["a\n", "b"],
    });
    expect([intro, calc, last]).toEqual(notebook.cells);
    expect(end).toMatchObject({ source: [] });
    expect(new Set(cells.map((cell) => cell["id"])).size).toBe(6);
    expect(await content()).toBe(python(JSON.parse(await content())));
  });

  it("gives old notebooks no ids, and finds their cells by number", async () => {
    const cells = notebook.cells.map((cell) => ({ ...cell, id: undefined }));
    await writeFile(file(), python({ ...notebook, cells, nbformat_minor: 4 }));
    expect(await edit({ cell_id: "intro", new_source: "x" })).toBe(
      "FAILED There is no cell intro. The cells are: 1, 2, 3",
    );
    await edit({ edit_mode: "insert", cell_number: 1, new_source: "x" });
    const after = JSON.parse(await content()) as { cells: Record<string, unknown>[] };
    expect(after.cells.map((cell) => "id" in cell)).toEqual([false, false, false, false]);
  });

  it("deletes cells, down to none, and fills an empty notebook", async () => {
    for (const left of [2, 1, 0]) {
      expect(await edit({ edit_mode: "delete", cell_number: 1 })).toContain("Deleted cell 1");
      expect((JSON.parse(await content()) as { cells: unknown[] }).cells).toHaveLength(left);
    }
    expect(await edit({ edit_mode: "insert", new_source: "again" })).toContain("Inserted cell 1");
    expect((JSON.parse(await content()) as { cells: unknown[] }).cells).toHaveLength(1);
  });

  it("makes a cell one of another type", async () => {
    await edit({ cell_id: "calc", cell_type: "markdown", new_source: "words" });
    const [, cell] = (JSON.parse(await content()) as { cells: Record<string, unknown>[] }).cells;
    expect(cell).toEqual({
      cell_type: "markdown",
      id: "calc",
      metadata: { custom: { deep: [1, 2] } },
      source: "words",
      unknown: { kept: true },
    });
    await edit({ cell_id: "calc", cell_type: "code", new_source: "1" });
    const [, code] = (JSON.parse(await content()) as { cells: Record<string, unknown>[] }).cells;
    expect(code).toMatchObject({ cell_type: "code", execution_count: null, outputs: [], source: "1" });
  });

  it("says what is wrong, and changes nothing then", async () => {
    const before = await content();
    expect(await edit({ new_source: "x" })).toBe("FAILED Say which cell: cell_id or cell_number.");
    expect(await edit({ cell_id: "nope", new_source: "x" })).toBe(
      "FAILED There is no cell nope. The cells are: 1 (intro), 2 (calc), 3 (last)",
    );
    expect(await edit({ cell_number: 4, new_source: "x" })).toContain("no cell 4");
    expect(await edit({ cell_id: "calc" })).toContain("new_source");
    expect(await edit({ path: "none.ipynb", cell_number: 1, new_source: "x" })).toContain("does not exist");
    await writeFile(file("bad.ipynb"), "{}");
    expect(await edit({ path: "bad.ipynb", cell_number: 1, new_source: "x" })).toContain(
      "not a valid notebook",
    );
    await link(file(), file("hard.ipynb"));
    expect(await edit({ cell_number: 1, new_source: "x" })).toContain("hard links");
    expect(await content()).toBe(before);
    expect(test.begun).toEqual([]);
  });

  it("refuses a notebook that changed after it was read", async () => {
    await test.text("Read", { path: "n.ipynb" });
    expect(await edit({ cell_number: 1, new_source: "mine" })).toContain("Replaced");
    expect(await edit({ cell_number: 1, new_source: "mine again" })).toContain("Replaced");
    await writeFile(file(), python(notebook));
    expect(await edit({ cell_number: 1, new_source: "late" })).toMatch(
      /^FAILED n.ipynb changed after it was read/,
    );
    expect(await content()).toBe(python(notebook));
  });
});
