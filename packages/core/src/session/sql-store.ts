import type { Owner, Store } from "./store.ts";
import { createAppend } from "./append.ts";
import { createBlobs } from "./blob.ts";
import { createDelete } from "./delete-session.ts";
import { createLeases } from "./lease.ts";
import { createRead } from "./read.ts";
import { createSearch } from "./search.ts";
import { createSnapshots } from "./snapshot.ts";
import { createSummaries } from "./summary.ts";
import { createWatch } from "./watch.ts";

export interface SqlStoreOptions {
  /** The database file. It and the folders above it are created when they are missing, readable by their owner only. */
  path: string;
  /** Whether the process lives, as far as this machine can tell; `true` for processes of other machines. */
  isAlive: (owner: Owner) => boolean;
  clock?: () => number;
  /** How long a lease counts after it was taken or renewed. */
  leaseMs?: number;
  /** How often to look for what other processes appended, while somebody watches. */
  pollMs?: number;
  /** How long to wait for another process's lock before `store-busy`. */
  waitMs?: number;
}

/**
 * The store in a SQL database, today SQLite. Refused with `store-corrupt`, `store-newer`, `store-busy`,
 * `disk-full` or `home-unwritable`; a file that is refused stays as it is.
 */
export async function createSqlStore(options: SqlStoreOptions): Promise<Store> {
  const { path, isAlive, clock = Date.now, leaseMs = 15_000, pollMs = 200, waitMs = 30_000 } = options;
  const { openSqliteDatabase } = await import("./sqlite/open-database.ts");
  const database = await openSqliteDatabase({ path, waitMs, pollMs });
  const rules = { clock, isAlive, leaseMs };
  const watch = createWatch(database);
  return {
    ...createAppend({ database, clock, notify: watch.notify }),
    ...createRead(database),
    ...createSummaries(database, rules),
    ...createBlobs(database),
    ...createLeases(database, rules),
    ...createSnapshots(database),
    search: createSearch(database, rules),
    delete: createDelete(database, rules),
    watch: watch.watch,
    async close() {
      watch.close();
      await database.close();
    },
  };
}
