import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./store-error.ts";

/**
 * Does `work` again while another process holds the lock, for at most `waitMs`, then throws what it threw.
 * It waits between the attempts without blocking the process, which a long busy timeout of SQLite would do.
 */
export async function retryBusy<T>(waitMs: number, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start >= waitMs) throw error;
    }
    await delay(Math.min(50, 2 ** attempt) * (0.5 + Math.random()));
  }
}
