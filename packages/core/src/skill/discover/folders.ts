import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The code of a system error, `ENOENT` and the like. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Whether `path` is `folder` or lies in it. Both are real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A path without links; `undefined` where nothing is there or it cannot be followed. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "string") return undefined;
    throw error;
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "string") return false;
    throw error;
  }
}

/** Whether a folder is the top of a repository. A `.git` that another user put there makes none of it. */
export function hasGit(folder: string): boolean {
  try {
    const stats = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
    const user = process.getuid?.();
    return stats !== undefined && (user === undefined || stats.uid === user);
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}

/** A path as a person writes it: `~` is the home folder, what is relative starts at `base`. */
export function expandPath(path: string, base: string, home: string): string {
  const full = path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
  return resolve(base, full);
}

/** The folder and those around it up to the root of its repository; without one, up to the root of the file system. */
export function foldersToGitRoot(folder: string): { folders: string[]; gitRoot?: string } {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    folders.push(current);
    if (hasGit(current)) return { folders, gitRoot: current };
    if (dirname(current) === current) return { folders };
  }
}

/** Never looked into, even where they hold a SKILL.md. */
export function isHidden(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}

const outputs = new Set([
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "vendor",
  "venv",
  "__pycache__",
  "bower_components",
]);

/** What programs make and others wrote: not looked through for further skills. */
export function isOutput(name: string): boolean {
  return isHidden(name) || outputs.has(name);
}
