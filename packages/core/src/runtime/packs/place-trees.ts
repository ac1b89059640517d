import { chmod, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder } from "../../environment/home.ts";
import type { PackFile } from "../../pack/pack-file.ts";
import { makeOwnedFolder, removeLeftovers } from "../../workspace/owned-folder.ts";

/** A tree of files and the folder that it becomes. */
export interface NewTree {
  target: string;
  files: readonly PackFile[];
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Writes files below a new folder that only this user can reach. No path of them may leave it: it is checked before. */
export async function writeTree(folder: string, files: readonly PackFile[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  for (const { path, bytes, executable } of files) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
    made.add(parent);
    const handle = await open(file, "wx", executable ? 0o700 : 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    if (executable) await chmod(file, 0o700);
  }
}

/**
 * Puts all trees in their places or none: each is written beside, then moved in one step. What was there before is
 * moved away and comes back where anything fails. `finish` runs while it can still come back.
 */
export async function placeTrees(
  root: string,
  trees: readonly NewTree[],
  finish: () => Promise<void>,
): Promise<void> {
  await ensureFolder(root);
  await removeLeftovers(root);
  const own = await makeOwnedFolder(root, "install");
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const [index, { files }] of trees.entries()) await writeTree(join(own, `new-${index}`), files);
    for (const [index, { target }] of trees.entries()) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      if (await isThere(target)) {
        const aside = join(own, `old-${index}`);
        await rename(target, aside);
        undo.unshift(() => rename(aside, target));
      }
      await rename(join(own, `new-${index}`), target);
      undo.unshift(() => rm(target, { recursive: true, force: true }));
    }
    await finish();
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Takes folders away in one step each. */
export async function removeTrees(root: string, targets: readonly string[]): Promise<void> {
  const own = await makeOwnedFolder(root, "install");
  try {
    for (const [index, target] of targets.entries())
      if (await isThere(target)) await rename(target, join(own, `old-${index}`));
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
