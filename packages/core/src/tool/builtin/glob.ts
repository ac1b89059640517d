import path from "node:path";
import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import { handlePath, openFolder } from "../../workspace/open-resolved.ts";
import { isInside } from "../../workspace/resolve-path.ts";
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
import { compileGlob, patternParts, type GlobMatch } from "./glob-pattern.ts";
import { listFiles } from "./list-files.ts";
import { newestFirst } from "./newest-first.ts";
import { pathFailure } from "./path-failure.ts";

const shownFiles = 100;
const keptFiles = 100_000;

export function createGlobTool(t: Translate): Tool {
  const target = createDescribedPath();
  return defineTool({
    name: "Glob",
    description: t("builtin.glob.description"),
    input: z.object({
      pattern: z.string().min(1).describe(t("builtin.glob.pattern")),
      path: z.string().min(1).optional().describe(t("builtin.glob.path")),
    }),
    aliases: { base_dir: "path", directory: "path", folder: "path" },
    effect: "read",
    async describe(input, workspace) {
      const folder = input.path ?? workspace.root;
      try {
        const title = `Glob ${escapeControls(input.pattern)}`;
        return await target.describe(input, folder, workspace, { title, access: "read" });
      } catch (error) {
        throw pathFailure(error, "builtin.glob.failed", folder, t);
      }
    },
    async run(input, context) {
      const shown = input.path ?? ".";
      try {
        const resolved = await target.resolve(input, input.path ?? context.workspace.root, context.workspace);
        const match = compile(input.pattern, resolved.real, context.t);
        return await search(resolved.real, match, context);
      } catch (error) {
        if (WorkspaceError.is(error) && error.code === "not-a-folder") {
          const reason = context.t("builtin.glob.notFolder", { path: shown });
          throw new ToolFailure(context.t("builtin.glob.failed", { reason }), { cause: error });
        }
        throw pathFailure(error, "builtin.glob.failed", shown, context.t);
      }
    },
  });
}

function compile(pattern: string, folder: string, t: Translate): GlobMatch {
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
  return match;
}

async function search(
  real: string,
  match: GlobMatch,
  { t, workspace, signal }: ToolContext,
): Promise<ToolResult> {
  const folder = await openFolder(real);
  try {
    const found: string[] = [];
    let count = 0;
    const complete = await listFiles({
      folder,
      real,
      signal,
      onFile: (file) => {
        if (!match(file) || !isInside(real, path.join(real, file))) return;
        count++;
        if (found.length < keptFiles) found.push(file);
      },
    });
    const notes = complete ? "" : `\n${t("builtin.glob.stopped")}`;
    if (count === 0) return textResult(t("builtin.glob.none") + notes, { count });
    const files = (await newestFirst(handlePath(folder, real), found)).slice(0, shownFiles);
    const paths = files.map((file) => workspace.display(path.join(real, file))).join("\n");
    const more = count > files.length ? `\n${t("builtin.glob.more", { more: count - files.length })}` : "";
    return textResult(t("builtin.glob.found", { count, paths }) + more + notes, { count });
  } finally {
    await folder.close();
  }
}
