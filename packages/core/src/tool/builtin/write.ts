import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { openResolved } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { stampOf, writeFileAtomic, type FileStamp } from "../../workspace/write-file.ts";
import {
  defineTool,
  textResult,
  ToolFailure,
  type Intent,
  type Tool,
  type ToolContext,
} from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { hunksOf } from "./diff-hunks.ts";
import { compareFile, digest, rememberFile } from "./file-memory.ts";
import { pathFailure } from "./path-failure.ts";
import { maxWholeBytes } from "./read.ts";
import { decodeText, readAtMost } from "./text-file.ts";

export function createWriteTool(t: Translate): Tool {
  const target = createDescribedPath();
  return defineTool({
    name: "Write",
    description: t("builtin.write.description"),
    input: z.object({
      path: z.string().min(1).describe(t("builtin.write.path")),
      content: z.string().describe(t("builtin.write.content")),
    }),
    aliases: { file_path: "path", filename: "path", filePath: "path", contents: "content" },
    effect: "write",
    async describe(input, workspace) {
      try {
        return await target.describe(input, input.path, workspace, { title: "Write", access: "write" });
      } catch (error) {
        throw pathFailure(error, "builtin.write.failed", input.path, t);
      }
    },
    async run(input, context) {
      const { path: shown, content } = input;
      const bytes = Buffer.from(content, "utf8");
      try {
        const resolved = await target.resolve(input, shown, context.workspace);
        const old = resolved.exists ? await readOld(resolved) : undefined;
        if (old !== undefined) checkKnown(old, bytes, resolved.real, shown, context);
        await context.begin(intentOf(resolved.real, old, bytes));
        const stamp = await writeFileAtomic(resolved.real, bytes, { expected: old?.stamp ?? null });
        rememberFile(context.memory, resolved.real, stamp, digest(bytes));
        const before = old?.bytes && decodeText(old.bytes)?.text;
        const diff = hunksOf(before ?? "", [{ start: 0, end: before?.length ?? 0, text: content }]);
        return textResult(context.t("builtin.write.done", { bytes: bytes.length, path: shown }), {
          path: resolved.real,
          created: old === undefined,
          bytes: bytes.length,
          diff,
        });
      } catch (error) {
        throw pathFailure(error, "builtin.write.failed", shown, context.t);
      }
    },
  });
}

interface OldFile {
  /** Undefined when it is too large to be kept. */
  bytes: Uint8Array | undefined;
  stamp: FileStamp;
  mode: number;
}

async function readOld(resolved: ResolvedPath): Promise<OldFile> {
  const handle = await openResolved(resolved);
  try {
    const stats = await handle.stat();
    if (stats.nlink > 1) throw new WorkspaceError("hard-link", resolved.real);
    return {
      bytes: await readAtMost(handle, maxWholeBytes),
      stamp: stampOf(stats),
      mode: stats.mode & 0o777,
    };
  } finally {
    await handle.close();
  }
}

/** An old file that is too large to be kept cannot be brought back, so no change is written down for it. */
function intentOf(real: string, old: OldFile | undefined, after: Uint8Array): Intent {
  if (old === undefined) return { change: { path: real, before: null, after } };
  return old.bytes === undefined ? {} : { change: { path: real, before: old.bytes, after, mode: old.mode } };
}

/** What nobody looked at is not overwritten, unless nothing would be lost. */
function checkKnown(
  old: OldFile,
  bytes: Uint8Array,
  real: string,
  shown: string,
  context: ToolContext,
): void {
  if (old.bytes !== undefined && (old.bytes.length === 0 || Buffer.compare(old.bytes, bytes) === 0)) return;
  const sha256 = old.bytes === undefined ? null : digest(old.bytes);
  const state = compareFile(context.memory, real, {
    mtimeMs: old.stamp.mtimeMs,
    size: old.stamp.size,
    sha256,
  });
  if (state === "unread") throw new ToolFailure(context.t("builtin.write.unread", { path: shown }));
  if (state === "stale") throw new ToolFailure(context.t("builtin.write.stale", { path: shown }));
}
