import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { defineTool, textResult, ToolFailure, type Tool, type ToolContext } from "../define-tool.ts";
import { changeFile, compareOld, readOldFile, type OldFile } from "./change-file.ts";
import { createDescribedPath } from "./described-path.ts";
import { hunksOf } from "./diff-hunks.ts";
import { decodeText } from "./text-file.ts";

export function createWriteTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "Write", access: "write", failed: "builtin.write.failed", t });
  return defineTool({
    name: "Write",
    description: t("builtin.write.description"),
    input: z.object({
      path: z.string().min(1).describe(t("builtin.write.path")),
      content: z.string().describe(t("builtin.write.content")),
    }),
    aliases: { file_path: "path", filename: "path", filePath: "path", contents: "content" },
    effect: "write",
    describe: (input, workspace) => target.describe(input, input.path, workspace),
    run: (input, context) =>
      target.touch(input, input.path, context, async (resolved) => {
        const { path: shown, content } = input;
        const bytes = Buffer.from(content, "utf8");
        const old = resolved.exists ? await readOldFile(resolved) : undefined;
        if (old !== undefined) checkKnown(old, bytes, resolved, shown, context);
        await changeFile(context, resolved, old, bytes);
        const before = old?.bytes && decodeText(old.bytes)?.text;
        const diff = hunksOf(before ?? "", [{ start: 0, end: before?.length ?? 0, text: content }]);
        return textResult(context.t("builtin.write.done", { bytes: bytes.length, path: shown }), {
          path: resolved.real,
          created: old === undefined,
          bytes: bytes.length,
          diff,
        });
      }),
  });
}

/** What nobody looked at is not overwritten, unless nothing would be lost. */
function checkKnown(
  old: OldFile,
  bytes: Uint8Array,
  resolved: ResolvedPath,
  shown: string,
  context: ToolContext,
): void {
  if (old.bytes !== undefined && (old.bytes.length === 0 || Buffer.compare(old.bytes, bytes) === 0)) return;
  const state = compareOld(context, resolved, old);
  if (state === "unread") throw new ToolFailure(context.t("builtin.write.unread", { path: shown }));
  if (state === "stale") throw new ToolFailure(context.t("builtin.write.stale", { path: shown }));
}
