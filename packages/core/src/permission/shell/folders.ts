import { posix } from "node:path";

/** The folders a command may run in; null: it cannot be told. */
export type Folders = readonly string[] | null;

const maxFolders = 4;

export function unite(a: Folders, b: Folders): Folders {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > maxFolders ? null : all;
}

export function isSame(a: Folders, b: Folders): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((folder) => b.includes(folder));
}

/** Where `cd` leads: the shell takes `..` away from the text, whatever links say. */
export function enter(folders: Folders, target: string): Folders {
  if (folders === null) return null;
  return [...new Set(folders.map((folder) => posix.resolve(folder, target)))];
}

/** The path as the system will follow it, so `..` stays. */
export function locate(folder: string, path: string): string {
  return posix.isAbsolute(path) ? path : `${folder}/${path}`;
}
