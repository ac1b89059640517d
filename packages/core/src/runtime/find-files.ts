import { realpath } from "node:fs/promises";
import { SkillmintError, type Translate } from "../protocol/index.ts";
import { listFiles } from "../tool/builtin/list-files.ts";
import { openFolder } from "../workspace/open-resolved.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";

export interface FindFilesOptions {
  folder: string;
  /** Letters of the path, in order; the newest files where there are none. */
  query: string;
  limit: number;
  signal: AbortSignal;
  t: Translate;
}

interface Ranked {
  path: string;
  rank: number;
}

/** Whether the letters of `query` come in `text` in this order. */
function hasLetters(text: string, query: string): boolean {
  let at = 0;
  for (const letter of query) {
    at = text.indexOf(letter, at);
    if (at === -1) return false;
    at += letter.length;
  }
  return true;
}

/** How well a path fits, 0 best; `undefined`: not at all. Both are in lower case. */
export function rankPath(path: string, query: string): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === query || path === query) return 0;
  if (name.startsWith(query)) return 1;
  if (name.includes(query)) return 2;
  if (path.includes(query)) return 3;
  if (hasLetters(name, query)) return 4;
  return hasLetters(path, query) ? 5 : undefined;
}

/** Keeps the best, and among equals those that came first. */
function createBest(limit: number) {
  const groups: string[][] = [];
  return {
    add({ path, rank }: Ranked) {
      const group = (groups[rank] ??= []);
      if (group.length < limit) group.push(path);
    },
    list: (): string[] => groups.flat().slice(0, limit),
  };
}

/**
 * The files below a folder whose paths fit best, relative and with `/`; newest first among equals. What .gitignore
 * excludes is left out. Refused with `usage` where the folder is none.
 */
export async function findFiles({ folder, query, limit, signal, t }: FindFilesOptions): Promise<string[]> {
  const wanted = query.trim().toLowerCase();
  const best = createBest(limit);
  try {
    const real = await realpath(folder);
    const opened = await openFolder(real);
    try {
      await listFiles({
        folder: opened,
        real,
        name: undefined,
        signal,
        onFile: (path) => {
          const rank = wanted === "" ? 0 : rankPath(path.toLowerCase(), wanted);
          if (rank !== undefined) best.add({ path, rank });
        },
      });
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (!WorkspaceError.is(error) && code !== "ENOENT" && code !== "EACCES") throw error;
    throw new SkillmintError("usage", { params: { message: t("cli.noFolder", { folder }) }, cause: error });
  }
  return best.list();
}
