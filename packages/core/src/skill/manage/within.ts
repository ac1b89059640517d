import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Whether `path` lies below `folder` and is not it. Both are absolute and without links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A path without links, also where its last parts are not there yet. */
export async function realpathOfNew(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT" || dirname(path) === path) throw error;
    return join(await realpathOfNew(dirname(path)), basename(path));
  }
}
