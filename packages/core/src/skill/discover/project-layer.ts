import { dirname, join, relative, resolve, sep } from "node:path";
import { askTrust } from "./ask-trust.ts";
import type { SkillLayer, SkillRoot } from "./layer.ts";
import { foldersToGitRoot, hasGit, isFolder, isInside, isOutput, realPathOf } from "./folders.ts";
import { userRoots } from "./user-layer.ts";

const places: readonly { parts: readonly string[]; kind?: "commands" }[] = [
  { parts: [".skillmint", "skills"] },
  { parts: [".agents", "skills"] },
  { parts: [".claude", "skills"] },
  { parts: [".claude", "commands"], kind: "commands" },
];

/** How many folders of touched files are looked at, the first ones. */
const maxTouched = 2_000;

/**
 * Folders inside the session's that hold a touched file, each once. Not those of packages, of build outputs and of
 * other repositories.
 */
function touchedFolders(folder: string, touched: readonly string[]): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const file of touched) {
    const parent = dirname(resolve(folder, file));
    if (seen.has(parent)) continue;
    if (seen.size >= maxTouched) break;
    seen.add(parent);
    const real = realPathOf(parent);
    if (real === undefined || real === folder || !isInside(folder, real)) continue;
    let current = folder;
    for (const name of relative(folder, real).split(sep)) {
      current = join(current, name);
      if (isOutput(name) || hasGit(current)) break;
      found.add(current);
    }
  }
  return [...found].sort();
}

/**
 * The project's folders: the session's and those around it up to the root of the repository, nearest first, then
 * those inside it where a file was touched. Each counts by its own trust. What is also a folder of the person is
 * left to the user layer.
 */
export function createProjectLayer(skillmintHome?: string): SkillLayer {
  return {
    name: "project",
    find: async (context) => {
      const folder = realPathOf(context.folder);
      if (folder === undefined) return [];
      const own = new Set(
        userRoots(context, skillmintHome).map((root) => realPathOf(root.folder) ?? root.folder),
      );
      const { folders, gitRoot } = foldersToGitRoot(folder);
      const inner = touchedFolders(folder, context.touched);
      const trusts = new Map<string, Promise<boolean>>();
      const isTrusted = (path: string): Promise<boolean> => {
        const known = trusts.get(path) ?? askTrust(context, path);
        trusts.set(path, known);
        return known;
      };
      const roots: SkillRoot[] = [];
      for (const [index, holder] of [...folders, ...inner].entries()) {
        for (const { parts, kind } of places) {
          const path = join(holder, ...parts);
          if (!isFolder(path) || own.has(realPathOf(path) ?? path)) continue;
          const isWhole = gitRoot !== undefined && (await isTrusted(gitRoot));
          roots.push({
            folder: path,
            layer: "project",
            order: roots.length,
            trusted: await isTrusted(holder),
            within: isWhole ? gitRoot : holder,
            ...(kind === undefined ? {} : { kind }),
            ...(index < folders.length ? {} : { scope: relative(folder, holder).split(sep).join("/") }),
          });
        }
      }
      return roots;
    },
  };
}
