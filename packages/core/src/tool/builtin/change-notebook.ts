import { randomBytes } from "node:crypto";
import { modify, type JSONPath, type ModificationOptions } from "jsonc-parser";
import type { TextChange } from "./diff-hunks.ts";
import type { Notebook, NotebookCell } from "./notebook.ts";

export interface NotebookChange {
  mode: "replace" | "insert" | "delete";
  /** Of the cell that is replaced or deleted, or after which one is inserted. */
  index: number;
  source: string;
  type: "code" | "markdown" | "raw" | undefined;
}

/** Lines with their ends, as notebooks keep them. */
function splitLines(source: string): string[] {
  return source === "" ? [] : source.split(/(?<=\n)/);
}

/** Written as the rest of the file is: its indentation and line ends; on one line where it is all on one. */
function formOf(text: string): ModificationOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1];
  if (indent === undefined) return {};
  const insertSpaces = !indent.startsWith("\t");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return { formattingOptions: { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol } };
}

/** Cell ids came with format 4.5; older notebooks must not have them. */
function newId(notebook: Notebook): { id?: string } {
  if ((notebook.nbformat_minor ?? 0) < 5) return {};
  const taken = new Set(notebook.cells.map((cell) => cell.id));
  for (;;) {
    const id = randomBytes(4).toString("hex");
    if (!taken.has(id)) return { id };
  }
}

function newCell(notebook: Notebook, type: string, source: string): Record<string, unknown> {
  return {
    cell_type: type,
    ...(type === "code" ? { execution_count: null } : {}),
    ...newId(notebook),
    metadata: {},
    ...(type === "code" ? { outputs: [] } : {}),
    source: splitLines(source),
  };
}

/** The same cell as one of another type; what only code cells have goes or comes. */
function retype(raw: Record<string, unknown>, type: string, source: unknown): Record<string, unknown> {
  const { execution_count: _count, outputs: _outputs, ...rest } = raw;
  const code = type === "code" ? { execution_count: null, outputs: [] } : {};
  return { ...rest, ...code, cell_type: type, source };
}

/** Replaces a whole notebook's text only where the change is: everything else stays, byte for byte. */
export function changesOfNotebook(text: string, notebook: Notebook, change: NotebookChange): TextChange[] {
  const options = formOf(text);
  const edit = (path: JSONPath, value: unknown, more: ModificationOptions = {}): TextChange[] =>
    modify(text, ["cells", ...path], value, { ...options, ...more }).map(({ offset, length, content }) => ({
      start: offset,
      end: offset + length,
      text: content,
    }));
  const { index, source } = change;
  if (change.mode === "insert") {
    const cell = newCell(notebook, change.type ?? "code", source);
    return edit([index + 1], cell, { isArrayInsertion: true });
  }
  if (change.mode === "delete") return edit([index], undefined);

  const old = notebook.cells[index] as NotebookCell;
  const raw = (JSON.parse(text) as { cells: Record<string, unknown>[] }).cells[index] ?? {};
  const written = typeof raw["source"] === "string" ? source : splitLines(source);
  if (change.type !== undefined && change.type !== old.cell_type) {
    return edit([index], retype(raw, change.type, written));
  }
  const changes = edit([index, "source"], written);
  if (old.cell_type === "code" && "outputs" in raw) changes.push(...edit([index, "outputs"], []));
  if (old.cell_type === "code" && "execution_count" in raw)
    changes.push(...edit([index, "execution_count"], null));
  return changes.sort((a, b) => a.start - b.start);
}
