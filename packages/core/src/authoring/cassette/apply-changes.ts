import { chmod, lstat, readFile, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { writeFileAtomic, stampOf } from "../../workspace/write-file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { FileChange } from "./format.ts";
import { sha256 } from "./json.ts";
import { isBelow } from "./tool-policy.ts";

/** The real place of a recorded path; `undefined` where that is not inside the workspace, links followed. */
export async function placeInside(path: string, workspace: Workspace): Promise<string | undefined> {
  if (path === "" || isAbsolute(path) || path.split(/[\\/]/).includes("..")) return undefined;
  const { real, outside } = await workspace.resolve(join(workspace.root, path));
  return outside || !isBelow(real, workspace.root) || real === workspace.root ? undefined : real;
}

export async function putFile(real: string, content: string | Uint8Array, executable = false): Promise<void> {
  const stats = await lstat(real).catch(() => undefined);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await writeFileAtomic(real, bytes, { expected: stats ? stampOf(stats) : null });
  if (executable) await chmod(real, 0o755);
}

/** Makes the files of a workspace what a call left of them. Returns those of which that is not known, or refused. */
export async function applyChanges(changes: readonly FileChange[], workspace: Workspace): Promise<string[]> {
  const left: string[] = [];
  for (const { path, content, executable, removed, sha256: digest } of changes) {
    const real = await placeInside(path, workspace);
    if (real === undefined) left.push(path);
    else if (removed) await rm(real, { force: true });
    else if (content !== undefined) await putFile(real, content, executable);
    else {
      const bytes = await readFile(real).catch(() => undefined);
      if (!bytes || sha256(bytes) !== digest) left.push(path);
    }
  }
  return left;
}
