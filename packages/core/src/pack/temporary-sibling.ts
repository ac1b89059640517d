import { randomUUID } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What is older was left by a process that was killed, and is not one of another machine that works right now. */
const oldMs = 10 * 60 * 1000;

/** A name beside the target, on the same file system, that nobody can foresee. */
export function temporarySibling(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}-${randomUUID()}.tmp`);
}

/** Removes what processes that were killed left beside the target under such a name. */
export async function removeLeftovers(target: string): Promise<void> {
  const folder = dirname(target);
  const start = `.${basename(target)}.`;
  const pattern = /^(\d+)-[0-9a-f-]{36}\.tmp$/;
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(start) ? pattern.exec(name.slice(start.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(folder, name);
    if (Date.now() - (await lstat(path)).mtimeMs > oldMs) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}
