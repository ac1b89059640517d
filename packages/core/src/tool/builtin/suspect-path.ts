import { delimiter, isAbsolute } from "node:path";
import type { Workspace } from "../../workspace/workspace.ts";

/**
 * The folders of PATH in which a program may be the workspace's own. A folder that lies outside is looked at once:
 * what a command may write does not reach it. Those inside, relative ones, and those that cannot be resolved are
 * suspect every time. Undefined: none is.
 */
export type FindSuspects = (searchPath: string, workspace: Workspace) => Promise<string | undefined>;

export function createFindSuspects(): FindSuspects {
  const harmless = new Set<string>();
  return async (searchPath, workspace) => {
    const suspects: string[] = [];
    for (const entry of new Set(searchPath.split(delimiter))) {
      const key = `${workspace.root}\0${workspace.added.join("\0")}\0${entry}`;
      if (harmless.has(key)) continue;
      const [resolved] = isAbsolute(entry) ? await Promise.allSettled([workspace.resolve(entry)]) : [];
      if (resolved?.status === "fulfilled" && resolved.value.exists && resolved.value.outside)
        harmless.add(key);
      else suspects.push(entry);
    }
    return suspects.length === 0 ? undefined : suspects.join(delimiter);
  };
}
