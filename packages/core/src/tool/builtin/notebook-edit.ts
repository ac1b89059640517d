import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { changeFile, readOldText } from "./change-file.ts";
import { createDescribedPath } from "./described-path.ts";
import { applyChanges, hunksOf } from "./diff-hunks.ts";
import type { Notebook } from "./notebook.ts";
import { encodeText } from "./text-file.ts";

const shownCells = 20;

function inputOf(t: Translate) {
  return z.object({
    path: z.string().min(1).describe(t("builtin.notebook.path")),
    cell_id: z.string().min(1).optional().describe(t("builtin.notebook.cellId")),
    cell_number: z.number().int().min(1).max(1e6).optional().describe(t("builtin.notebook.cellNumber")),
    new_source: z.string().optional().describe(t("builtin.notebook.source")),
    cell_type: z.enum(["code", "markdown", "raw"]).optional().describe(t("builtin.notebook.cellType")),
    edit_mode: z.enum(["replace", "insert", "delete"]).optional().describe(t("builtin.notebook.mode")),
  });
}

type Input = z.infer<ReturnType<typeof inputOf>>;

export function createNotebookEditTool(t: Translate): Tool {
  const words = { name: "NotebookEdit", access: "write", failed: "builtin.edit.failed", t } as const;
  const target = createDescribedPath(words);
  return defineTool({
    name: "NotebookEdit",
    description: t("builtin.notebook.description"),
    input: inputOf(t),
    aliases: { notebook_path: "path", file_path: "path", filename: "path", filePath: "path" },
    effect: "write",
    onDemand: /\.ipynb\b/i,
    describe: (input, workspace) => target.describe(input, input.path, workspace),
    run: (input, context) =>
      target.touch(input, input.path, context, async (resolved) => {
        const [{ parseNotebook }, { changesOfNotebook }] = await Promise.all([
          import("./notebook.ts"),
          import("./change-notebook.ts"),
        ]);
        const { path: shown } = input;
        const mode = input.edit_mode ?? "replace";
        const source = input.new_source;
        if (mode !== "delete" && source === undefined) {
          throw new ToolFailure(context.t("tool.missingParameter", { name: "new_source" }));
        }
        const old = await readOldText(resolved, shown, context);
        const notebook = parseNotebook(old.text.text);
        if (notebook === undefined || notebook.nbformat !== 4) {
          throw new ToolFailure(context.t("builtin.notebook.invalid", { path: shown }));
        }
        const cell = findCell(notebook, input, context.t);
        const change = { mode, index: cell, source: source ?? "", type: input.cell_type };
        const changes = changesOfNotebook(old.text.text, notebook, change);
        const after = applyChanges(old.text.text, changes);
        if (parseNotebook(after) === undefined) {
          throw new ToolFailure(context.t("builtin.notebook.invalid", { path: shown }));
        }
        await changeFile(context, resolved, old, encodeText(after, old.text));
        const number = mode === "insert" ? cell + 2 : cell + 1;
        return textResult(context.t(`builtin.notebook.${mode}`, { number, path: shown }), {
          path: resolved.real,
          cell: number,
          diff: hunksOf(old.text.text, changes),
        });
      }),
  });
}

/** The index of the cell that is meant; -1 for an insertion before the first. */
function findCell(notebook: Notebook, input: Input, t: Translate): number {
  const { cells } = notebook;
  const wanted = input.cell_id ?? input.cell_number;
  if (wanted === undefined) {
    if (input.edit_mode === "insert") return -1;
    throw new ToolFailure(t("builtin.notebook.noCell"));
  }
  const index =
    input.cell_id === undefined
      ? (input.cell_number ?? 0) - 1
      : cells.findIndex((cell) => cell.id === input.cell_id);
  if (cells[index] !== undefined) return index;
  const names = cells
    .slice(0, shownCells)
    .map((cell, at) => (cell.id === undefined ? `${at + 1}` : `${at + 1} (${cell.id})`));
  const list = names.join(", ") + (cells.length > shownCells ? ", …" : "");
  throw new ToolFailure(t("builtin.notebook.unknownCell", { wanted, cells: list || "-" }));
}
