import type { FileHandle } from "node:fs/promises";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { nearestNames } from "../../model/nearest.ts";
import type { Translate } from "../../protocol/index.ts";
import { openResolved } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { callOfOutputPath } from "../bound.ts";
import {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { digest, rememberFile } from "./file-memory.ts";
import { takeLines, type LineWindow } from "./line-window.ts";
import { explainPath } from "./path-failure.ts";
import { decodeText, maxWholeBytes, readAtMost, sniff, type FileKind } from "./text-file.ts";

const maxImageBytes = 5 * 1024 * 1024;
const maxScannedBytes = 1024 * 1024 * 1024;
const defaultLines = 2_000;
/** Below what a result may have, so that a window is cut by lines and says how to go on. */
const maxChars = 28_000;
const maxLineChars = 2_000;
const comparedNames = 500;

export function createReadTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "Read", access: "read", failed: "builtin.read.failed", t });
  return defineTool({
    name: "Read",
    description: t("builtin.read.description"),
    input: z.object({
      path: z.string().min(1).describe(t("builtin.read.path")),
      offset: z.number().int().min(1).max(1e9).optional().describe(t("builtin.read.offset")),
      limit: z.number().int().min(1).max(1e6).optional().describe(t("builtin.read.limit")),
      pages: z.string().optional().describe(t("builtin.read.pages")),
    }),
    aliases: { file_path: "path", filename: "path", filePath: "path", notebook_path: "path" },
    effect: "read",
    async describe(input, workspace) {
      // A stored output is no file: nothing on the disk is touched.
      if (callOfOutputPath(input.path) !== undefined) return { title: `Read ${input.path}`, resources: [] };
      return target.describe(input, input.path, workspace);
    },
    async run(input, context) {
      const request = {
        shown: input.path,
        offset: input.offset ?? 1,
        limit: input.limit ?? defaultLines,
        pages: input.pages,
      };
      const stored = await context.readStored(input.path);
      if (stored !== undefined) return showBytes(stored, request, context);
      return target.touch(input, input.path, context, async (resolved) => {
        if (callOfOutputPath(input.path) !== undefined) throw new WorkspaceError("not-found", input.path);
        if (!resolved.exists) throw await missing(resolved, input.path, context);
        try {
          return await readFile(resolved, request, context);
        } catch (error) {
          if (!WorkspaceError.is(error) || error.code !== "is-folder") throw error;
          throw new ToolFailure(context.t("builtin.read.folder", { path: input.path }), { cause: error });
        }
      });
    },
  });
}

interface ReadRequest {
  /** The path as the model wrote it. */
  shown: string;
  /** Of lines, or of cells of a notebook. */
  offset: number;
  limit: number;
  pages: string | undefined;
}

async function readFile(
  resolved: ResolvedPath,
  request: ReadRequest,
  context: ToolContext,
): Promise<ToolResult> {
  const handle = await openResolved(resolved);
  try {
    const stats = await handle.stat();
    const bytes = await readAtMost(handle, maxWholeBytes);
    const result =
      bytes === undefined
        ? await showLarge(handle, stats.size, request, context)
        : await showBytes(bytes, request, context);
    rememberFile(context.memory, resolved.real, stats, bytes === undefined ? null : digest(bytes));
    return result;
  } finally {
    await handle.close();
  }
}

async function showBytes(bytes: Uint8Array, request: ReadRequest, context: ToolContext): Promise<ToolResult> {
  const { shown } = request;
  const { t } = context;
  if (bytes.length === 0) return textResult(t("builtin.read.empty"));
  const kind = sniff(bytes);
  if (kind.kind === "image") return showImage(bytes, kind.mediaType, shown, t);
  if (kind.kind === "pdf") {
    const { showPdf } = await import("./show-pdf.ts");
    return showPdf(bytes, shown, request.pages, context);
  }
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw binary(shown, bytes.length, t);
  const notebook = shown.toLowerCase().endsWith(".ipynb")
    ? await showAsNotebook(decoded.text, request, t)
    : undefined;
  if (notebook !== undefined) return notebook;
  const lines = await takeLines([decoded.text], { ...request, maxLineChars, maxChars, countAll: true });
  const lossy = decoded.exact
    ? ""
    : `\n${t("builtin.read.lossy", { encoding: decoded.encoding.toUpperCase() })}`;
  return present(lines, bytes.length, t, lossy);
}

/** A notebook that cannot be read as one is shown as the text that it is. */
async function showAsNotebook(
  text: string,
  request: ReadRequest,
  t: Translate,
): Promise<ToolResult | undefined> {
  const [{ parseNotebook }, { showNotebook }] = await Promise.all([
    import("./notebook.ts"),
    import("./show-notebook.ts"),
  ]);
  const notebook = parseNotebook(text);
  return notebook === undefined ? undefined : showNotebook(notebook, request.shown, request, t);
}

async function showLarge(
  handle: FileHandle,
  size: number,
  request: ReadRequest,
  { t, signal }: ToolContext,
): Promise<ToolResult> {
  const head = Buffer.alloc(8_192);
  await handle.read(head, 0, head.length, 0);
  const kind = sniff(head);
  if (kind.kind === "pdf") {
    throw new ToolFailure(t("builtin.read.pdfTooLarge", { path: request.shown, limit: maxWholeBytes }));
  }
  if (kind.kind !== "text") throw binary(request.shown, size, t);
  const lines = await takeLines(decodeStream(handle, kind, signal), {
    ...request,
    maxLineChars,
    maxChars,
    countAll: false,
  });
  if (lines.lines.length === 0 && size > maxScannedBytes) {
    throw new ToolFailure(
      t("builtin.read.tooDeep", { offset: request.offset, limit: maxScannedBytes, path: request.shown }),
    );
  }
  return present(lines, size, t, "");
}

async function* decodeStream(
  handle: FileHandle,
  kind: Extract<FileKind, { kind: "text" }>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(kind.encoding, { ignoreBOM: true });
  const buffer = Buffer.alloc(256 * 1024);
  for (let position = kind.bom; position < maxScannedBytes;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
}

function present(window: LineWindow, bytes: number, t: Translate, note: string): ToolResult {
  const { lines, next, total } = window;
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) {
    throw new ToolFailure(t("builtin.read.beyond", { total: total ?? 0 }));
  }
  const text = lines
    .map(({ number, text, omittedChars }) => {
      const cut = omittedChars > 0 ? t("builtin.read.cutLine", { omitted: omittedChars }) : "";
      return `${String(number).padStart(6)}\t${text}${cut}`;
    })
    .join("\n");
  let rest = "";
  if (next !== undefined) {
    const range = { first: first.number, last: last.number, next };
    rest =
      total === undefined
        ? `\n\n${t("builtin.read.moreUnknown", { ...range, bytes })}`
        : `\n\n${t("builtin.read.more", { ...range, total })}`;
  }
  return textResult(text + rest + note, {
    first: first.number,
    last: last.number,
    ...(total ? { total } : {}),
  });
}

function showImage(bytes: Uint8Array, mediaType: string, shown: string, t: Translate): ToolResult {
  if (bytes.length > maxImageBytes) {
    throw new ToolFailure(
      t("builtin.read.imageTooLarge", { path: shown, bytes: bytes.length, limit: maxImageBytes }),
    );
  }
  const text = t("builtin.read.image", { path: shown, mediaType, bytes: bytes.length });
  return {
    content: [
      { type: "text", text },
      { type: "image", mediaType, data: bytes },
    ],
  };
}

function binary(shown: string, bytes: number, t: Translate): ToolFailure {
  return new ToolFailure(t("builtin.read.binary", { path: shown, bytes }));
}

/** Names that the model may have meant stand in the same folder more often than anywhere else. */
async function missing(resolved: ResolvedPath, shown: string, { t }: ToolContext): Promise<ToolFailure> {
  let reason = explainPath(new WorkspaceError("not-found", resolved.real), shown, t);
  const [listed] = await Promise.allSettled([readdir(path.dirname(resolved.real))]);
  if (listed.status === "fulfilled" && listed.value.length > 0) {
    const names = nearestNames(path.basename(resolved.real), listed.value.slice(0, comparedNames)).join(", ");
    reason = t("builtin.read.similar", { reason, names });
  }
  return new ToolFailure(t("builtin.read.failed", { reason }));
}
