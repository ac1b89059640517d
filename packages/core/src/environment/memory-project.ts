import { createHash } from "node:crypto";
import { join } from "node:path";
import { findGitRoot, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";
import { MemoryError } from "./memory-error.ts";
import type { Trust } from "./trust.ts";

export interface PlaceContext {
  home: Pick<Home, "root" | "user" | "memory">;
  trust: Pick<Trust, "find">;
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The root of the trusted project that a folder belongs to. */
export async function findMemoryProject(folder: string, { home, trust }: PlaceContext): Promise<string> {
  const [trusted, real] = await Promise.all([trust.find(folder), realPathOf(folder)]);
  if (!trusted || real === undefined) throw new MemoryError({ code: "untrusted" });
  const git = await findGitRoot(real);
  const userHome = await realPathOf(home.user);
  // A repository of dotfiles is not the project of everything that lies in the home folder.
  const isWide = git === undefined || (userHome !== undefined && isWithin(userHome, git));
  const root = isWide ? real : isWithin(git, trusted.folder) ? git : trusted.folder;
  const own = await realPathOf(home.root);
  if (own !== undefined && (isWithin(root, own) || join(root, ".skillmint") === own))
    throw new MemoryError({ code: "no-project" });
  return root;
}
