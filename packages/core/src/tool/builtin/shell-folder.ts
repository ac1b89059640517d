import { stat } from "node:fs/promises";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ToolContext, ToolMemory } from "../define-tool.ts";

const folderKey = "shell:folder";

/** The folder the last command ended in, while it is there and inside the workspace; else the root, and what is gone. */
export async function startFolder(
  workspace: Workspace,
  memory: ToolMemory,
): Promise<{ folder: string; gone?: string }> {
  const kept = memory.get(folderKey);
  if (typeof kept !== "string" || kept === workspace.root) return { folder: workspace.root };
  const resolved = await workspace.resolve(kept);
  const [found] = await Promise.allSettled([stat(resolved.real)]);
  if (resolved.outside || found.status === "rejected" || !found.value.isDirectory()) {
    return { folder: workspace.root, gone: kept };
  }
  return { folder: resolved.real };
}

/** The next command starts where this one ended, but never outside the workspace; then a note says so. */
export async function keepFolder(ended: string | undefined, context: ToolContext): Promise<string[]> {
  const { workspace, memory, t } = context;
  const before = memory.get(folderKey) ?? workspace.root;
  if (ended === undefined || ended === before) return [];
  const resolved = await workspace.resolve(ended);
  const folder = resolved.outside ? workspace.root : resolved.real;
  if (folder !== before) memory.set(folderKey, folder);
  return resolved.outside
    ? [t("builtin.bash.folderReset", { folder: resolved.real, root: workspace.root })]
    : [];
}
