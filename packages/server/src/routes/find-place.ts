import { realpath, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { RouteParts } from "../app.ts";
import { NoFolder } from "../problem.ts";

export interface Place {
  folder: string;
  environment?: string;
}

interface Named {
  folder?: string | undefined;
  environment?: string | undefined;
}

async function realFolder(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== "string") throw error;
    return undefined;
  }
}

/**
 * The folder and the environment that a request is about: those it names, else the server's. Refused with `usage` where
 * there is no such folder; a relative one is none, because the client's folder is not ours.
 */
export function createPlaces({ folder }: Pick<RouteParts, "folder">) {
  return async (named: Named): Promise<Place> => {
    const { folder: wanted, environment } = named;
    const rest = environment === undefined ? {} : { environment };
    if (wanted === undefined) return { folder, ...rest };
    const real = isAbsolute(wanted) && !wanted.includes("\0") ? await realFolder(wanted) : undefined;
    if (real !== undefined) return { folder: real, ...rest };
    throw new NoFolder(wanted);
  };
}
