import { lstat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { findGitRoot, foldersUpward, ifThere, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";

/** What of a project would count if it were trusted. A `.env` is not among it: that never does. */
const places = [
  ".skillmint/config.jsonc",
  ".skillmint/agents",
  ".skillmint/hooks",
  ".skillmint/memory",
  ".skillmint/skills",
  ".agents/skills",
  ".claude/agents",
  ".claude/commands",
  ".claude/hooks",
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".claude/skills",
  ".mcp.json",
];

/** A folder in the place of a file is what keeps commands from making that file while they run in the sandbox. */
async function isProjects(path: string): Promise<boolean> {
  const stats = await ifThere(lstat(path));
  return stats !== undefined && !(basename(path).includes(".") && stats.isDirectory());
}

/**
 * The names of what a project brings along, from the folder up to the root of its repository, relative to the folder.
 * Only looks whether they are there: nothing is opened.
 */
export async function findProjectConfiguration(
  folder: string,
  home: Pick<Home, "root" | "user">,
): Promise<string[]> {
  const real = await realPathOf(folder);
  if (real === undefined) return [];
  const gitRoot = (await findGitRoot(real)) ?? real;
  const [userHome, ownRoot] = await Promise.all([realPathOf(home.user), realPathOf(home.root)]);
  const folders = foldersUpward(real).filter(
    (candidate) => isWithin(candidate, gitRoot) && candidate !== userHome,
  );
  const paths = folders
    .flatMap((candidate) => places.map((place) => join(candidate, place)))
    .filter((path) => ownRoot === undefined || !isWithin(path, ownRoot));
  const found = await Promise.all(paths.map(isProjects));
  return paths.filter((_, index) => found[index]).map((path) => relative(real, path).split(sep).join("/"));
}
