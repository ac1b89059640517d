import { lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { branchFolderOf, findLinkedWorktree } from "../linked-worktree.ts";
import { systemCode } from "../workspace-error.ts";

/** What git needs outside of a worktree of ours. Real paths. */
export interface WorktreeGit {
  /** The data of the repository, all of which can be read. */
  commonDir: string;
  /** Folders in there that can be written; none where the repository is laid out in a way we do not know. */
  writable: string[];
  /** What cannot be changed or made in those: it tells git what to run, or where other data lies. */
  protectedPaths: { base: string; file: string }[];
}

const protectedOfTree = ["commondir", "gitdir", "config.worktree", "modules"];
const protectedOfObjects = ["info", "pack"];
/** Repositories have a dozen or two. */
const maxEntries = 200;

/**
 * Looked up anew before each command. A worktree commits to branches of its own folder and to no other; hooks,
 * settings, the index of the main tree and packed data stay as they are.
 */
export function openWorktreeGit(folder: string): WorktreeGit | undefined {
  const found = findLinkedWorktree(folder);
  if (!found) return undefined;
  const { gitDir, commonDir } = found;
  const branches = ["refs", "heads", ...branchFolderOf(folder).split("/")];
  const objects = openFolder(commonDir, ["objects"]);
  const folders = [
    openFolder(gitDir, []),
    openFolder(gitDir, ["logs"]),
    objects,
    openFolder(commonDir, branches),
    openFolder(commonDir, ["logs", ...branches]),
  ];
  const writable = folders.filter((at) => at !== undefined);
  if (objects === undefined || writable.length < folders.length || readdirSync(commonDir).length > maxEntries)
    return { commonDir, writable: [], protectedPaths: [] };
  const below = (base: string, names: readonly string[]) =>
    names.map((name) => ({ base, file: path.join(base, name) }));
  const protectedPaths = [...below(gitDir, protectedOfTree), ...below(objects, protectedOfObjects)];
  return { commonDir, writable, protectedPaths };
}

/**
 * The arguments of bubblewrap. For all that removes a reference, one of its own too, git makes a lock right in the
 * data of the repository: so that folder is an empty one of ours, with everything in its place, and what is made
 * there stays there.
 */
export function worktreeGitArguments({ commonDir, writable }: WorktreeGit, scratch: string): string[] {
  if (writable.length === 0) return ["--ro-bind", commonDir, commonDir];
  const entries = readdirSync(commonDir, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(commonDir, entry.name);
    // What a link leads to may be hidden in there.
    if (entry.isSymbolicLink()) return ["--symlink", readlinkSync(at), at];
    const isWanted = entry.isDirectory() || (entry.isFile() && !entry.name.endsWith(".lock"));
    return isWanted ? ["--ro-bind-try", at, at] : [];
  });
  return ["--bind", scratch, commonDir, ...entries, ...writable.flatMap((at) => ["--bind", at, at])];
}

/**
 * Removes links and pipes from the folders that a command could write: git of the person would write through them.
 * Only right below, where no name on the way can be exchanged meanwhile.
 */
export async function removeLinks({ writable }: WorktreeGit): Promise<void> {
  for (const folder of writable) {
    const entries = (await ifPossible(readdir(folder, { withFileTypes: true }))) ?? [];
    for (const entry of entries)
      if (entry.isSymbolicLink() || entry.isFIFO()) await ifPossible(unlink(path.join(folder, entry.name)));
  }
}

/** The worktree, or what lay in it, may be gone by now. */
async function ifPossible<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A folder below a real one, made where it is missing: git removes those of branches that it packs. */
function openFolder(base: string, names: readonly string[]): string | undefined {
  let at = base;
  for (const name of names) {
    at = path.join(at, name);
    try {
      mkdirSync(at);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
    }
    // A link would open what it leads to.
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  }
  return realpathSync(at) === at ? at : undefined;
}
