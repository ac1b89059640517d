import { readdirSync, rmSync } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { isOwnerGone, nameOwner } from "./owned-folder.ts";
import { systemCode } from "./workspace-error.ts";

/** Where Linux keeps files in memory for everyone. */
const usualPlace = "/dev/shm";
const tmpfsMagic = 0x01021994;
const ramfsMagic = 0x858458f6;
const prefix = "skillmint-sealed-";
const owners = "owners";
const maxTries = 20;

/** The folder of a file system in memory; `undefined` where there is none. */
export async function findMemoryPlace(place: string = usualPlace): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    const real = await realpath(place);
    const { type } = await statfs(real);
    return type === tmpfsMagic || type === ramfsMagic ? real : undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * A folder in memory that only this user can reach (0700). All processes that ask for the same name share it; it is
 * gone when the last of them has let go, and `removeLeftFolders` takes it away where they were killed.
 */
export interface MemoryFolder {
  path: string;
  /** Whether this call made it: then it is empty. */
  isNew: boolean;
  release(): Promise<void>;
}

/** A folder of somebody else, or one that others can reach, is not used. */
async function assertOurs(folder: string): Promise<void> {
  const stats = await lstat(folder);
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
  if (!isOurs) throw new Error(`not ours: ${folder}`);
}

async function hasLivingOwner(folder: string): Promise<boolean> {
  for (const name of await readdir(path.join(folder, owners))) if (!(await isOwnerGone(name))) return true;
  return false;
}

/** Moved aside first: whoever opens it meanwhile finds that its mark is gone and begins anew. */
async function removeUnowned(folder: string): Promise<void> {
  try {
    if (await hasLivingOwner(folder)) return;
    const aside = `${folder}.${process.pid}.gone`;
    await rename(folder, aside);
    await rm(aside, { recursive: true, force: true });
  } catch (error) {
    // Another one was faster.
    if (systemCode(error) === undefined) throw error;
  }
}

export async function openMemoryFolder(place: string, name: string): Promise<MemoryFolder> {
  const folder = path.join(place, `${prefix}${name}`);
  const mark = path.join(folder, owners, await nameOwner());
  const onExit = (): void => releaseNow(folder, mark);
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      const made = await mkdir(folder, { mode: 0o700 }).then(
        () => true,
        (error: unknown) => {
          if (systemCode(error) !== "EEXIST") throw error;
          return false;
        },
      );
      await assertOurs(folder);
      await mkdir(path.dirname(mark), { recursive: true, mode: 0o700 });
      await writeFile(mark, "", { mode: 0o600 });
      // It may have been moved aside between the two steps.
      await lstat(mark);
      process.on("exit", onExit);
      return {
        path: folder,
        isNew: made,
        async release() {
          process.off("exit", onExit);
          await rm(mark, { force: true });
          await removeUnowned(folder);
        },
      };
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
  }
  throw new Error(`cannot be made: ${folder}`);
}

/** At the very end of a process nothing can be waited for: with other marks in it the folder is left to them. */
function releaseNow(folder: string, mark: string): void {
  try {
    rmSync(mark, { force: true });
    if (readdirSync(path.join(folder, owners)).length === 0) rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Somebody took it away already.
    if (systemCode(error) === undefined) throw error;
  }
}

/** Removes such folders of this user whose processes have all died. Never fails. */
export async function removeLeftFolders(place: string): Promise<void> {
  const [listed] = await Promise.allSettled([readdir(place)]);
  const names = listed.status === "fulfilled" ? listed.value.filter((name) => name.startsWith(prefix)) : [];
  await Promise.allSettled(
    names.map(async (name) => {
      const folder = path.join(place, name);
      await assertOurs(folder);
      if (name.endsWith(".gone")) await rm(folder, { recursive: true, force: true });
      else await removeUnowned(folder);
    }),
  );
}
