import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

const programKey =
  /(?:^|\])\s*(?:fsmonitor|external|textconv|command|program|sshcommand|process|clean|smudge|driver|path|worktree)\s*=\s*(?!(?:false|true)\s*$)\S[^\n]*/im;
const hooksKey = /(?:^|\])\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im;
/** Reading commands refresh the index, and that runs this. */
const hook = "post-index-change";

async function readText(path: string): Promise<string | undefined> {
  const [read] = await Promise.allSettled([readFile(path, "utf8")]);
  return read.status === "fulfilled" ? read.value : undefined;
}

/** The first program that git, run in one of these folders, would be told by the repository itself to run. */
export async function findNamedProgram(folders: readonly string[]): Promise<string | undefined> {
  const seen = new Set<string>();
  for (const start of folders) {
    for (let folder = start; !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      const found = (await inspect(join(folder, ".git"), folder)) ?? (await inspectBare(folder));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Git takes a folder that looks like its own data for a repository, wherever it lies. */
async function inspectBare(folder: string): Promise<string | undefined> {
  return (await readText(join(folder, "HEAD"))) === undefined ? undefined : inspect(folder, folder);
}

async function inspect(place: string, tree: string): Promise<string | undefined> {
  const pointer = /^gitdir:\s*(.+)$/m.exec((await readText(place)) ?? "")?.[1]?.trim();
  const own = pointer === undefined ? place : fromFolder(tree, pointer);
  const common = (await readText(join(own, "commondir")))?.trim();
  for (const home of common === undefined ? [own] : [own, fromFolder(own, common)]) {
    for (const file of ["config", "config.worktree"]) {
      const text = (await readText(join(home, file))) ?? "";
      const key = programKey.exec(text)?.[0];
      if (key !== undefined) return key.replace("]", "").trim();
      const hooks = hooksKey.exec(text)?.[1];
      if (hooks !== undefined && (await readText(join(fromFolder(tree, hooks), hook))) !== undefined)
        return hook;
    }
    if ((await readText(join(home, "hooks", hook))) !== undefined) return hook;
  }
  return undefined;
}

function fromFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
