import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readFile, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "./child-environment.ts";
import { branchFolderOf, findLinkedWorktree, worktreesFolder } from "./linked-worktree.ts";

const run = promisify(execFile);
const timeoutMs = 60_000;
/** Enough for the names of half a million files. */
const maxBuffer = 64 * 1024 * 1024;
const maxNameChars = 40;

/** A copy of a repository's files that has a branch of its own. */
export interface Worktree {
  path: string;
  branch: string;
}

/** By these git would work in another place than it is told to: a hook of git runs with them. */
const elsewhere = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|PREFIX)$/;

/** git without hooks, questions, keys or the repository of whoever started us. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const own = Object.entries(childEnvironment(process.env)).filter(([name]) => !elsewhere.test(name));
  const env = { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
  const { stdout } = await run("git", ["-C", folder, ...quiet, ...args], {
    env,
    timeout: timeoutMs,
    maxBuffer,
  });
  return stdout.trim();
}

/** Keeps the folder of worktrees out of what git shows, without touching a file of the repository. */
async function exclude(root: string): Promise<void> {
  const file = await git(root, "rev-parse", "--path-format=absolute", "--git-path", "info/exclude");
  const text = await readFile(file, "utf8").catch(() => "");
  if (!text.split("\n").includes(`/${worktreesFolder}/`)) await appendFile(file, `\n/${worktreesFolder}/\n`);
}

/** One that nobody else has, whatever the label holds and however many begin at once. */
function nameFor(label: string): string {
  const words = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxNameChars)
    .replaceAll(/^-+|-+$/g, "");
  return `${words === "" ? "agent" : words}-${randomBytes(4).toString("hex")}`;
}

/** The one at a path, there or not. */
export const toWorktree = (path: string): Worktree => ({ path, branch: `${branchFolderOf(path)}/work` });

async function make(folder: string, name: string): Promise<Worktree | undefined> {
  try {
    const root = await git(folder, "rev-parse", "--show-toplevel");
    const path = join(root, worktreesFolder, name);
    const { branch } = toWorktree(path);
    await mkdir(join(root, worktreesFolder), { recursive: true });
    await exclude(root);
    await git(root, "worktree", "prune");
    // Of one that was taken away by hand the branch may still be there, with what was done on it.
    const isKnown = (await git(root, "branch", "--list", branch)) !== "";
    const from = isKnown ? [path, branch] : ["-b", branch, path, "HEAD"];
    await git(root, "worktree", "add", "--quiet", ...from);
    return { path: await realpath(path), branch };
  } catch {
    return undefined;
  }
}

/** Makes a worktree of the repository around a folder, from its newest commit. `undefined`: there is none. */
export function addWorktree(folder: string, label: string): Promise<Worktree | undefined> {
  return make(folder, nameFor(label));
}

/** One that was made before, by its path; where it is gone it is made again. `undefined`: it cannot be. */
export async function openWorktree(folder: string, path: string): Promise<Worktree | undefined> {
  const isThere = await realpath(path).then(
    () => true,
    () => false,
  );
  return isThere ? toWorktree(path) : make(folder, basename(path));
}

/** Takes a worktree away where nothing would be lost with it; says whether it is gone. */
export async function removeUnused({ path, branch }: Worktree): Promise<boolean> {
  const linked = findLinkedWorktree(path);
  if (!linked) return false;
  // Whoever worked there wrote every file of it: none of them may choose the repository or what git runs.
  const place = ["--no-optional-locks", `--git-dir=${linked.gitDir}`, `--work-tree=${path}`];
  try {
    if (/^160000 /m.test(await git(path, ...place, "ls-files", "--stage"))) return false;
    if ((await git(path, ...place, "status", "--porcelain", "--ignore-submodules=all")) !== "") return false;
    const others = ["--not", `--exclude=${branch}`, "--branches", "--tags", "--remotes"];
    if ((await git(path, ...place, "rev-list", "--count", "HEAD", branch, ...others)) !== "0") return false;
    // Without force it would look once more, and into repositories inside of it too.
    await git(linked.commonDir, "worktree", "remove", "--force", path);
    await git(linked.commonDir, "branch", "-D", branch);
    return true;
  } catch {
    return false;
  }
}
