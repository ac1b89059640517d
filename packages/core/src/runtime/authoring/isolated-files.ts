import { createHash } from "node:crypto";
import { cp, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { PreparedFile } from "../../authoring/eval/eval-run.ts";

/** What of a skill's folder is not for the model that uses it: what would tell it how it is measured. */
const kept = new Set(["evals", "tests", ".git", "node_modules"]);
const maxFiles = 5_000;

/** Copies a skill for one run, without its evals and tests; links stay what they are. */
export async function copySkill(from: string, skills: string): Promise<string> {
  const target = join(skills, basename(from));
  await cp(from, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !kept.has(relative(from, source).split(sep)[0] ?? ""),
  });
  return target;
}

/** Other skills are only read, so a link is enough. Of two with one name the first counts. */
export async function linkSkills(folders: readonly string[], skills: string): Promise<void> {
  const taken = new Set(await readdir(skills));
  for (const folder of folders) {
    const name = basename(folder);
    if (taken.has(name)) continue;
    taken.add(name);
    await symlink(folder, join(skills, name));
  }
}

export async function placeFiles(files: readonly PreparedFile[], folder: string): Promise<void> {
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    if ("content" in file) await writeFile(target, file.content);
    else await cp(file.from, target, { recursive: true, dereference: false });
  }
}

/** What a folder holds, by path with slashes; bounded. */
export type FolderState = ReadonlyMap<string, string>;

export async function readState(folder: string): Promise<FolderState> {
  const state = new Map<string, string>();
  async function look(at: string): Promise<void> {
    for (const name of (await readdir(at)).sort()) {
      if (state.size >= maxFiles || name === ".git" || name === "node_modules") continue;
      const path = join(at, name);
      const stats = await lstat(path);
      const key = relative(folder, path).split(sep).join("/");
      if (stats.isDirectory()) await look(path);
      else if (stats.isFile())
        state.set(
          key,
          createHash("sha256")
            .update(await readFile(path))
            .digest("hex"),
        );
      else if (stats.isSymbolicLink()) state.set(key, `link ${await readlink(path)}`);
    }
  }
  await look(folder);
  return state;
}

/** Files that are new or different, in order; links are left out, since nobody knows where they lead. */
export function listChanged(before: FolderState, after: FolderState): string[] {
  return [...after]
    .filter(([path, digest]) => before.get(path) !== digest && !digest.startsWith("link "))
    .map(([path]) => path);
}
