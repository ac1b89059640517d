import { realpath, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { RouteParts } from "../app.ts";
import { Unfit } from "../problem.ts";

export interface Place {
  folder: string;
  environment?: string;
}

interface Named {
  folder?: string | undefined;
  environment?: string | undefined;
}

export type FindPlace = (named: Named) => Promise<Place>;

async function realFolder(path: string): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== "string") throw error;
    return undefined;
  }
}

/** Whether there is such a folder, by its whole path: a relative one is none, because the client's folder is not ours. */
export async function isFolder(path: string): Promise<boolean> {
  return (await realFolder(path)) !== undefined;
}

/**
 * The folder and the environment that a request is about: those it names, else the server's. Refused with `usage` where
 * there is no such folder.
 */
export function createPlaces({ folder }: Pick<RouteParts, "folder">): FindPlace {
  return async (named) => {
    const { folder: wanted, environment } = named;
    const rest = environment === undefined ? {} : { environment };
    if (wanted === undefined) return { folder, ...rest };
    const real = await realFolder(wanted);
    if (real !== undefined) return { folder: real, ...rest };
    throw new Unfit((words) => words("noFolder", { folder: wanted }));
  };
}
