import { stripVTControlCharacters } from "node:util";
import { cutText, type Translate } from "../../protocol/index.ts";
import { ToolFailure, type ToolImage, type ToolResult } from "../define-tool.ts";
import { textOfData, type Notebook, type NotebookCell, type NotebookOutput } from "./notebook.ts";
import { sniff } from "./text-file.ts";

const maxChars = 26_000;
const maxSourceChars = 20_000;
const maxOutputChars = 2_000;
const maxImages = 10;
const maxImageBytes = 5 * 1024 * 1024;
const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const textTypes = [
  "text/plain",
  "text/markdown",
  "text/latex",
  "application/json",
  "text/html",
  "image/svg+xml",
];

interface Window {
  /** The first cell, from 1. */
  offset: number;
  limit: number;
}

/** The cells of a notebook with what they put out, as many as fit; says where to go on. */
export function showNotebook(notebook: Notebook, shown: string, window: Window, t: Translate): ToolResult {
  const { cells } = notebook;
  if (window.offset > Math.max(cells.length, 1)) {
    throw new ToolFailure(t("builtin.read.notebookBeyond", { total: cells.length }));
  }
  const images = createImages(t);
  const language = notebook.metadata?.language_info?.name ?? "?";
  const texts = [t("builtin.read.notebook", { path: shown, total: cells.length, language })];
  let chars = 0;
  let next = window.offset;
  for (const cell of cells.slice(window.offset - 1, window.offset - 1 + window.limit)) {
    const text = wordCell(cell, next, images, t);
    if (chars > 0 && chars + text.length > maxChars) break;
    texts.push(text);
    chars += text.length;
    next++;
  }
  if (next <= cells.length) {
    const range = { first: window.offset, last: next - 1, total: cells.length, next };
    texts.push(t("builtin.read.notebookMore", range));
  }
  return {
    content: [{ type: "text", text: texts.join("\n\n") }, ...images.taken],
    details: { cells: cells.length, first: window.offset, last: next - 1 },
  };
}

function cut(text: string, max: number, t: Translate): string {
  if (text.length <= max) return text;
  const head = cutText(text, max);
  return head + t("builtin.read.cutText", { omitted: text.length - head.length });
}

function wordCell(cell: NotebookCell, number: number, images: Images, t: Translate): string {
  const id = cell.id === undefined ? "" : ` id=${cell.id}`;
  const count = typeof cell.execution_count === "number" ? ` [${cell.execution_count}]` : "";
  const parts = [`--- ${number} ${cell.cell_type}${id}${count}`, cut(cell.source, maxSourceChars, t)];
  for (const output of cell.outputs ?? []) {
    const text = wordOutput(output, images).trimEnd();
    if (text !== "") parts.push(`>>> ${output.name ?? output.output_type}`, cut(text, maxOutputChars, t));
  }
  return parts.join("\n");
}

function wordOutput(output: NotebookOutput, images: Images): string {
  if (output.output_type === "error") {
    const trace = stripVTControlCharacters((output.traceback ?? []).join("\n"));
    return trace === "" ? `${output.ename ?? ""}: ${output.evalue ?? ""}` : trace;
  }
  if (output.text !== undefined) return stripVTControlCharacters(output.text);
  const data = output.data ?? {};
  const imageType = imageTypes.find((type) => type in data);
  if (imageType !== undefined) return images.take(textOfData(data[imageType]), imageType);
  const type = textTypes.find((one) => one in data);
  if (type !== undefined) return textOfData(data[type]);
  return Object.keys(data).join(", ");
}

interface Images {
  taken: ToolImage[];
  /** Takes an image along where it fits, and says in the text what became of it. */
  take(base64: string, mediaType: string): string;
}

function createImages(t: Translate): Images {
  const taken: ToolImage[] = [];
  let total = 0;
  return {
    taken,
    take(base64, mediaType) {
      const data = Buffer.from(base64, "base64");
      const kind = sniff(data);
      if (kind.kind !== "image") return t("builtin.read.notebookNoImage", { mediaType });
      if (taken.length >= maxImages || total + data.length > maxImageBytes) {
        return t("builtin.read.notebookImageLeft", { mediaType, bytes: data.length });
      }
      total += data.length;
      taken.push({ type: "image", mediaType: kind.mediaType, data });
      return t("builtin.read.notebookImage", { number: taken.length, mediaType: kind.mediaType });
    },
  };
}
