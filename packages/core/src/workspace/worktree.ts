import { execFile } from "node:child_process";
import { appendFile, mkdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const timeoutMs = 60_000;
const folderName = ".worktrees";

/** A copy of a repository's files that has a branch of its own. */
export interface Worktree {
  path: string;
  branch: string;
  /** The commit it began with. */
  base: string;
}

/** git without hooks, questions or settings of anybody's surroundings. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
  const { stdout } = await run("git", ["-C", folder, ...quiet, ...args], { env, timeout: timeoutMs });
  return stdout.trim();
}

/** Keeps the folder of worktrees out of what git shows, without touching a file of the repository. */
async function exclude(root: string): Promise<void> {
  const file = join(root, await git(root, "rev-parse", "--git-path", "info/exclude"));
  const text = await readFile(file, "utf8").catch(() => "");
  if (!text.split("\n").includes(`/${folderName}/`)) await appendFile(file, `\n/${folderName}/\n`);
}

/** Makes a worktree of the repository around a folder, from its newest commit. `undefined`: there is none. */
export async function addWorktree(folder: string, name: string): Promise<Worktree | undefined> {
  try {
    const root = await git(folder, "rev-parse", "--show-toplevel");
    const base = await git(root, "rev-parse", "--verify", "HEAD");
    const path = join(root, folderName, name);
    const branch = `skillmint/${name}`;
    await mkdir(join(root, folderName), { recursive: true });
    await exclude(root);
    await git(root, "worktree", "add", "--quiet", "-b", branch, path, base);
    return { path: await realpath(path), branch, base };
  } catch {
    return undefined;
  }
}

/** Takes a worktree away where nothing was done in it; says whether it is gone. */
export async function removeUnused({ path, branch, base }: Worktree): Promise<boolean> {
  try {
    const isUnused =
      (await git(path, "status", "--porcelain")) === "" && (await git(path, "rev-parse", branch)) === base;
    if (!isUnused) return false;
    const repository = await git(path, "rev-parse", "--path-format=absolute", "--git-common-dir");
    await git(repository, "worktree", "remove", path);
    await git(repository, "branch", "-D", branch);
    return true;
  } catch {
    return false;
  }
}
