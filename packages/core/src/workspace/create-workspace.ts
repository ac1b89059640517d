import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { escapeControls } from "./escape-controls.ts";
import { isInside, makeAbsolute, resolveReal } from "./resolve-path.ts";
import { toWorkspaceError, WorkspaceError } from "./workspace-error.ts";
import type { ResolvedPath, Workspace } from "./workspace.ts";

export interface WorkspaceOptions {
  root: string;
  added?: readonly string[];
  /** What `~` stands for. */
  home: string;
}

/**
 * The workspace of one session. Root and added folders must exist and are held as real paths: what becomes of
 * a link that led to them later does not matter.
 */
export async function createWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const root = await realFolder(options.root);
  const added = await Promise.all((options.added ?? []).map(realFolder));
  const folders = [root, ...added];
  const home = options.home;

  return {
    root,
    added,
    async resolve(name: string, base: string = root): Promise<ResolvedPath> {
      const absolute = makeAbsolute(name, base, home);
      const { real, exists } = await resolveReal(absolute);
      const outside = !folders.some((folder) => isInside(folder, real));
      return { asked: path.resolve(absolute), real, exists, outside };
    },
    display(target: string): string {
      if (isInside(root, target)) return escapeControls(path.relative(root, target) || ".");
      if (isInside(home, target)) return escapeControls(path.join("~", path.relative(home, target)));
      return escapeControls(target);
    },
  };
}

async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if (!(await stat(real)).isDirectory()) throw new WorkspaceError("not-a-folder", folder);
    return real;
  } catch (error) {
    throw toWorkspaceError(error, folder);
  }
}
