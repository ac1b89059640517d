import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { openResolved } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { stampOf, writeFileAtomic, type FileStamp } from "../../workspace/write-file.ts";
import { defineTool, textResult, ToolFailure, type Tool, type ToolContext } from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { applyChanges, hunksOf } from "./diff-hunks.ts";
import { compareFile, digest, rememberFile } from "./file-memory.ts";
import { nearestPlaces } from "./nearest-place.ts";
import { explainPath, pathFailure } from "./path-failure.ts";
import { maxWholeBytes } from "./read.ts";
import { changesAt, findAll, lineNumbers, normalise, toOriginal } from "./replace-text.ts";
import { decodeText, encodeText, readAtMost, type DecodedText } from "./text-file.ts";

const shownLineNumbers = 20;

export function createEditTool(t: Translate): Tool {
  const target = createDescribedPath();
  return defineTool({
    name: "Edit",
    description: t("builtin.edit.description"),
    input: z.object({
      path: z.string().min(1).describe(t("builtin.edit.path")),
      old_string: z.string().describe(t("builtin.edit.old")),
      new_string: z.string().describe(t("builtin.edit.new")),
      replace_all: z.boolean().optional().describe(t("builtin.edit.all")),
    }),
    aliases: {
      file_path: "path",
      filename: "path",
      filePath: "path",
      old_str: "old_string",
      new_str: "new_string",
    },
    effect: "write",
    async describe(input, workspace) {
      try {
        return await target.describe(input, input.path, workspace, { title: "Edit", access: "write" });
      } catch (error) {
        throw pathFailure(error, "builtin.edit.failed", input.path, t);
      }
    },
    async run(input, context) {
      const { path: shown } = input;
      const wanted = normalise(input.old_string).text;
      const replacement = normalise(input.new_string).text;
      if (wanted === "") throw new ToolFailure(context.t("builtin.edit.empty"));
      if (wanted === replacement) throw new ToolFailure(context.t("builtin.edit.same"));
      try {
        const resolved = await target.resolve(input, shown, context.workspace);
        const old = await readOld(resolved, shown, context);
        const normal = normalise(old.text.text);
        const offsets = findAll(normal.text, wanted);
        checkCount(normal.text, wanted, offsets, input.replace_all ?? false, shown, context.t);
        const changes = changesAt(offsets, wanted, replacement);
        const after = encodeText(applyChanges(old.text.text, toOriginal(normal, changes)), old.text);
        await context.begin({ change: { path: resolved.real, before: old.bytes, after, mode: old.mode } });
        const stamp = await writeFileAtomic(resolved.real, after, { expected: old.stamp });
        rememberFile(context.memory, resolved.real, stamp, digest(after));
        return textResult(context.t("builtin.edit.done", { count: offsets.length, path: shown }), {
          path: resolved.real,
          replaced: offsets.length,
          diff: hunksOf(normal.text, changes),
        });
      } catch (error) {
        throw pathFailure(error, "builtin.edit.failed", shown, context.t);
      }
    },
  });
}

interface OldText {
  bytes: Uint8Array;
  text: DecodedText;
  stamp: FileStamp;
  mode: number;
}

async function readOld(resolved: ResolvedPath, shown: string, context: ToolContext): Promise<OldText> {
  const { t } = context;
  if (!resolved.exists) {
    const reason = explainPath(new WorkspaceError("not-found", resolved.real), shown, t);
    throw new ToolFailure(t("builtin.edit.failed", { reason: t("builtin.edit.missing", { reason }) }));
  }
  const handle = await openResolved(resolved);
  try {
    const stats = await handle.stat();
    if (stats.nlink > 1) throw new WorkspaceError("hard-link", resolved.real);
    const bytes = await readAtMost(handle, maxWholeBytes);
    if (bytes === undefined) {
      throw new ToolFailure(t("builtin.edit.tooLarge", { path: shown, limit: maxWholeBytes }));
    }
    const text = decodeText(bytes);
    if (text === undefined || !text.exact) throw new ToolFailure(t("builtin.edit.notText", { path: shown }));
    const now = { mtimeMs: stats.mtimeMs, size: stats.size, sha256: digest(bytes) };
    if (compareFile(context.memory, resolved.real, now) === "stale") {
      throw new ToolFailure(t("builtin.edit.stale", { path: shown }));
    }
    return { bytes, text, stamp: stampOf(stats), mode: stats.mode & 0o777 };
  } finally {
    await handle.close();
  }
}

function checkCount(
  text: string,
  wanted: string,
  offsets: readonly number[],
  all: boolean,
  shown: string,
  t: Translate,
): void {
  if (offsets.length === 0) throw new ToolFailure(wordNotFound(text, wanted, shown, t));
  if (offsets.length === 1 || all) return;
  const numbers = lineNumbers(text, offsets.slice(0, shownLineNumbers)).join(", ");
  const lines = offsets.length > shownLineNumbers ? `${numbers}, …` : numbers;
  throw new ToolFailure(t("builtin.edit.notUnique", { count: offsets.length, path: shown, lines }));
}

function wordNotFound(text: string, wanted: string, shown: string, t: Translate): string {
  const places = nearestPlaces(text, wanted);
  const message = t("builtin.edit.notFound", { path: shown });
  if (places.length === 0) return message;
  const lines = places.map((place) => place.line).join(", ");
  const lead = places[0]?.whitespaceOnly
    ? t("builtin.edit.whitespace", { lines })
    : t("builtin.edit.nearest");
  const snippets = places.map((place) =>
    place.text
      .split("\n")
      .map((line, index) => `${String(place.line + index).padStart(6)}\t${line}`)
      .join("\n"),
  );
  return `${message} ${lead}\n${snippets.join("\n   …\n")}`;
}
