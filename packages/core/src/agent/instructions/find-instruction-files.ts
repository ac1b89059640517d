import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { findGitRoot, foldersUpward, ifThere, isWithin, realPathOf } from "../../environment/folder-chain.ts";
import type { Home } from "../../environment/home.ts";
import { readPlainFile } from "../../environment/plain-file.ts";
import { NotPlainError } from "../../environment/plain-folder.ts";
import type { InstructionSource } from "../../protocol/index.ts";

/** In each folder, the later the nearer to the person who works in it. */
const projectNames = ["AGENTS.md", "CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"];

export interface InstructionFile {
  /** As it is named where it was found. */
  path: string;
  from: "user" | "project";
  text: string;
  /** Of the whole file, and how many of them are not in `text`. */
  bytes: number;
  unread: number;
}

export interface FoundInstructions {
  /** The nearest last. */
  files: InstructionFile[];
  /** What was there and not read. */
  skipped: { path: string; from: "user" | "project"; problem: NonNullable<InstructionSource["problem"]> }[];
}

interface Candidate {
  path: string;
  from: "user" | "project";
  /** What a link must not lead out of. */
  within?: string;
}

/** From the root of the repository down to the folder; without a repository, the folder alone. */
async function projectFolders(folder: string, home: Pick<Home, "user">): Promise<string[]> {
  const real = await realPathOf(folder);
  if (real === undefined) return [];
  const [git, userHome] = await Promise.all([findGitRoot(real), realPathOf(home.user)]);
  // A repository of dotfiles says nothing about what lies in the home folder.
  const root = git === undefined || (userHome !== undefined && isWithin(userHome, git)) ? real : git;
  return foldersUpward(real)
    .filter((candidate) => isWithin(candidate, root))
    .toReversed();
}

async function findCandidates(folder: string, home: Pick<Home, "root" | "user">): Promise<Candidate[]> {
  const own = [join(home.user, ".claude", "CLAUDE.md"), join(home.root, "AGENTS.md")];
  const folders = await projectFolders(folder, home);
  const [root] = folders;
  return [
    ...own.map((path) => ({ path, from: "user" as const })),
    ...folders.flatMap((each) =>
      projectNames.map((name) => ({
        path: join(each, name),
        from: "project" as const,
        ...(root === undefined ? {} : { within: root }),
      })),
    ),
  ];
}

/** A link of a repository may lead to other notes of it, never to what somebody keeps in a file of another kind. */
function mayLead(real: string, { path, within }: Candidate): boolean {
  if (real === path || within === undefined) return true;
  return isWithin(real, within) && /\.(?:md|mdc|markdown)$/i.test(real);
}

/**
 * The instructions that a person and a repository keep in files for every agent. Reads at most `limit` bytes of each.
 * What is there twice, as a link or word for word, counts once.
 */
export async function findInstructionFiles(
  folder: string,
  home: Pick<Home, "root" | "user">,
  limit: number,
): Promise<FoundInstructions> {
  const found: FoundInstructions = { files: [], skipped: [] };
  const known = new Set<string>();
  const isNew = (mark: string): boolean => !known.has(mark) && known.add(mark).size > 0;
  for (const candidate of await findCandidates(folder, home)) {
    const { path, from } = candidate;
    const real = await realPathOf(path);
    if (real === undefined) continue;
    const skip = (problem: FoundInstructions["skipped"][number]["problem"]): void => {
      found.skipped.push({ path, from, problem });
    };
    if (!mayLead(real, candidate)) {
      skip("outside");
      continue;
    }
    const stats = await ifThere(stat(real));
    if (!stats || !isNew(`${stats.dev}:${stats.ino}`)) continue;
    try {
      const file = await readPlainFile(real, limit);
      const text = file?.text.trim() ?? "";
      if (!file || text === "" || !isNew(createHash("sha256").update(text).digest("hex"))) continue;
      const { bytes, unread } = file;
      found.files.push({ path, from, text, bytes, unread });
    } catch (error) {
      if (!(error instanceof NotPlainError) && (error as { code?: string }).code === undefined) throw error;
      skip(error instanceof NotPlainError ? "link" : "unreadable");
    }
  }
  return found;
}
