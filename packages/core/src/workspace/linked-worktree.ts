import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "./workspace-error.ts";

/** Where worktrees of ours lie, below the folder of their repository. */
export const worktreesFolder = ".worktrees";
const nameOfOurs = /^[a-z0-9-]+-[0-9a-f]{8}$/;
const maxPointerBytes = 4_096;

/** Where git keeps the data of a worktree. Real paths. */
export interface LinkedWorktree {
  /** Its own: index, HEAD, what is being merged. */
  gitDir: string;
  /** That of the repository, shared by all of its worktrees. */
  commonDir: string;
}

/** The folder of branches, below `refs/heads`, that belongs to the worktree at a path and to no other. */
export function branchFolderOf(path: string): string {
  return `skillmint/${basename(path)}`;
}

/**
 * The data of a worktree of ours: one below `.worktrees` whose `.git` leads to data of the repository around it that
 * leads back. Anything else, whatever it claims, is `undefined`. Looks at no file unless the path is that of one.
 */
export function findLinkedWorktree(folder: string): LinkedWorktree | undefined {
  if (basename(dirname(folder)) !== worktreesFolder || !nameOfOurs.test(basename(folder))) return undefined;
  try {
    const own = followLink(folder);
    return own && own.commonDir === commonDirOf(dirname(dirname(folder))) ? own : undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Of a folder that is a repository, or a worktree of one. */
function commonDirOf(folder: string): string | undefined {
  const at = join(folder, ".git");
  if (!lstatSync(at).isDirectory()) return followLink(folder)?.commonDir;
  return realpathSync(at) === at ? at : undefined;
}

/** Anybody can write a pointer to the data of others: only together with the way back it proves something. */
function followLink(folder: string): LinkedWorktree | undefined {
  const link = join(folder, ".git");
  const target = /^gitdir: (.+)$/.exec(readPointer(link))?.[1];
  if (target === undefined) return undefined;
  const gitDir = realpathSync(resolve(folder, target));
  const commonDir = realpathSync(resolve(gitDir, readPointer(join(gitDir, "commondir"))));
  const back = resolve(gitDir, readPointer(join(gitDir, "gitdir")));
  const isMutual = basename(back) === ".git" && realpathSync(dirname(back)) === realpathSync(folder);
  return isMutual && dirname(gitDir) === join(commonDir, "worktrees") ? { gitDir, commonDir } : undefined;
}

/** One line in a file that is no link; anything else points nowhere. */
function readPointer(file: string): string {
  const stats = lstatSync(file);
  return stats.isFile() && stats.size <= maxPointerBytes ? readFileSync(file, "utf8").trimEnd() : "";
}
