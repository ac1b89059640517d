import path from "node:path";
import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import { openFolder } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { compileGlob, namePattern, patternParts, type GlobMatch } from "./glob-pattern.ts";
import { treeArgs, wordLeftOut } from "./left-out.ts";
import { listFiles } from "./list-files.ts";

const shownFiles = 100;

export function createGlobTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "Glob", access: "read", failed: "builtin.glob.failed", t });
  return defineTool({
    name: "Glob",
    description: t("builtin.glob.description"),
    input: z.object({
      pattern: z.string().min(1).describe(t("builtin.glob.pattern")),
      path: z.string().min(1).optional().describe(t("builtin.glob.path")),
    }),
    aliases: { base_dir: "path", directory: "path", folder: "path" },
    effect: "read",
    describe: (input, workspace) =>
      target.describe(input, input.path, workspace, `Glob ${escapeControls(input.pattern)}`),
    run: (input, context) =>
      target.touch(input, input.path, context, async (resolved) => {
        try {
          return await search(resolved.real, compile(input.pattern, resolved.real, context.t), context);
        } catch (error) {
          if (!WorkspaceError.is(error) || error.code !== "not-a-folder") throw error;
          const reason = context.t("builtin.glob.notFolder", { path: input.path ?? "." });
          throw new ToolFailure(context.t("builtin.glob.failed", { reason }), { cause: error });
        }
      }),
  });
}

interface Wanted {
  match: GlobMatch;
  name: string | undefined;
}

function compile(pattern: string, folder: string, t: Translate): Wanted {
  const refuse = (reason: string) => new ToolFailure(t("builtin.glob.invalid", { reason }));
  let relative = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  if (path.isAbsolute(relative)) {
    const base = folder.replaceAll(path.sep, "/").replace(/\/?$/, "/");
    if (!relative.startsWith(base)) throw refuse(t("builtin.glob.upward"));
    relative = relative.slice(base.length);
  }
  if (patternParts(relative).includes("..")) throw refuse(t("builtin.glob.upward"));
  const match = compileGlob(relative);
  if (match === undefined) throw refuse(t("builtin.glob.tooLong"));
  return { match, name: namePattern(relative) };
}

async function search(
  real: string,
  { match, name }: Wanted,
  { t, workspace, signal, judgeBelow }: ToolContext,
): Promise<ToolResult> {
  const folder = await openFolder(real);
  const judge = judgeBelow(real, "names");
  const isOpen = (file: string) => judge === undefined || judge.isOpen(path.join(real, file));
  try {
    const files: string[] = [];
    let count = 0;
    const complete = await listFiles({
      folder,
      real,
      name,
      signal,
      leaveOut: treeArgs(judge),
      onFile: (file) => {
        if (match(file) && isOpen(file) && ++count <= shownFiles) files.push(file);
      },
    });
    const left = await wordLeftOut(judge, real, [], t);
    const notes = [...(complete ? [] : [t("builtin.glob.stopped")]), ...left]
      .map((note) => `\n${note}`)
      .join("");
    if (count === 0) return textResult(t("builtin.glob.none") + notes, { count });
    const paths = files.map((file) => workspace.display(path.join(real, file))).join("\n");
    const more = count > files.length ? `\n${t("builtin.glob.more", { more: count - files.length })}` : "";
    return textResult(t("builtin.glob.found", { count, paths }) + more + notes, { count });
  } finally {
    await folder.close();
  }
}
