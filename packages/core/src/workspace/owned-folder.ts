import { createHash } from "node:crypto";
import { lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { machineId } from "./machine-id.ts";
import { readOtherMounts } from "./other-mounts.ts";
import { processStart } from "./process-table.ts";

const pattern = /^skillmint-(?:sandbox|output|browser|install)-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})-\w+$/;
const weekMs = 7 * 24 * 60 * 60 * 1_000;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** This process, as the names of its folders say it: no other one ever has the same. */
export async function nameOwner(): Promise<string> {
  const [machine, start] = await Promise.all([machineId(), processStart(process.pid)]);
  return [process.pid, digest(machine), digest(start ?? "")].join("-");
}

/** Whether the process of such a name has ended. One of another machine or container never has. */
export async function isOwnerGone(owner: string): Promise<boolean> {
  const [pid = "", machine, start] = owner.split("-");
  if (machine !== digest(await machineId())) return false;
  const living = await processStart(Number(pid));
  return living === undefined || digest(living) !== start;
}

/**
 * Makes a temporary folder that only this user can reach (0700) and whose name says which process it belongs to: the
 * real path of it. Whoever makes it removes it; `removeLeftovers` does where its process could not.
 */
export async function makeOwnedFolder(
  parent: string,
  kind: "sandbox" | "output" | "browser" | "install",
): Promise<string> {
  return mkdtemp(path.join(await realpath(parent), `skillmint-${kind}-${await nameOwner()}-`));
}

/** Of this user alone; a link, or what others can reach, was not made by us. */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder);
  if (!stats.isDirectory()) return false;
  return process.platform === "win32" || (stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0);
}

/** Whether commands that outlived their owner may still use a folder. Only Linux shows what is mounted elsewhere. */
async function mayBeUsed(folder: string, mounts: readonly string[], now: number): Promise<boolean> {
  if (process.platform === "linux") return mounts.some((text) => text.includes(path.basename(folder)));
  return now - (await lstat(folder)).mtimeMs < weekMs;
}

/**
 * Removes folders of `makeOwnedFolder` whose process has died without removing them. Never one whose process lives, is
 * of another machine or container, or was started by another user; nor one that commands are still running in. What
 * cannot be removed stays: this never fails.
 */
export async function removeLeftovers(parent: string, now = Date.now()): Promise<void> {
  const [listed] = await Promise.allSettled([readdir(parent)]);
  const found = (listed.status === "fulfilled" ? listed.value : []).flatMap((name) => {
    const [, pid, machine, start] = pattern.exec(name) ?? [];
    return pid === undefined ? [] : [{ folder: path.join(parent, name), pid: Number(pid), machine, start }];
  });
  if (found.length === 0) return;
  const here = digest(await machineId());
  const dead: string[] = [];
  for (const { folder, pid, machine, start } of found) {
    if (machine !== here) continue;
    const living = await processStart(pid);
    if (living === undefined || digest(living) !== start) dead.push(folder);
  }
  if (dead.length === 0) return;
  const mounts = process.platform === "linux" ? [...readOtherMounts()] : [];
  await Promise.allSettled(
    dead.map(async (folder) => {
      if (!(await isOurs(folder)) || (await mayBeUsed(folder, mounts, now))) return;
      await rm(folder, { recursive: true, force: true });
    }),
  );
}
