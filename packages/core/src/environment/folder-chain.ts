import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** Whether a path is a folder or lies in it. Both are real paths; texts alone decide. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The folder and those around it, nearest first, up to the root of the file system. */
export function foldersUpward(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}

const absent = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ENAMETOOLONG"]);

/** `undefined` where there is nothing that could be looked at. */
export async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== undefined && absent.has(code)) return undefined;
    throw error;
  }
}

/** A path without links; `undefined` where nothing is there. */
export function realPathOf(path: string): Promise<string | undefined> {
  // Node refuses a NUL character with a code of its own.
  return path.includes("\0") ? Promise.resolve(undefined) : ifThere(realpath(path));
}

/** A `.git` that another user put into a shared folder makes no repository of it. */
async function hasOwnGit(folder: string): Promise<boolean> {
  const stats = await ifThere(lstat(join(folder, ".git")));
  const user = process.getuid?.();
  return stats !== undefined && (user === undefined || stats.uid === user);
}

/** The root of the repository that a real path lies in. Only looks whether there is a `.git`, never into it. */
export async function findGitRoot(folder: string): Promise<string | undefined> {
  for (const candidate of foldersUpward(folder)) if (await hasOwnGit(candidate)) return candidate;
  return undefined;
}
