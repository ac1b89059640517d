import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "./workspace-error.ts";

const retryMs = 2;
/** A turn takes well under a millisecond: a mark that stays this long was left by a process that died. */
const staleMs = 2_000;

/**
 * Does something that no other process may do at the same time with the same mark, a file that exists while it is
 * done. `act` must be synchronous: so no turn lasts, and in one process there is never more than one.
 */
export async function takeTurn<T>(mark: string, act: () => T): Promise<T> {
  let seen: { id: string; since: number } | undefined;
  for (;;) {
    const handle = tryCreate(mark);
    if (handle !== undefined) {
      closeSync(handle);
      try {
        return act();
      } finally {
        removeMark(mark);
      }
    }
    const id = await identify(mark);
    if (id === undefined || id !== seen?.id)
      seen = id === undefined ? undefined : { id, since: performance.now() };
    else if (performance.now() - seen.since > staleMs) removeMark(mark);
    await sleep(retryMs);
  }
}

function tryCreate(mark: string): number | undefined {
  try {
    return openSync(mark, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return undefined;
    throw error;
  }
}

async function identify(mark: string): Promise<string | undefined> {
  try {
    const stats = await lstat(mark, { bigint: true });
    return `${stats.ino}:${stats.ctimeNs}`;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function removeMark(mark: string): void {
  try {
    unlinkSync(mark);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}
