import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqlStore, type SqlStoreOptions } from "../sql-store.ts";
import type { Store } from "../store.ts";

export interface TempFolder extends AsyncDisposable {
  path: string;
  db: string;
  open(options?: Partial<SqlStoreOptions>): Promise<Store>;
}

/** A folder for one test; its stores are closed and it is removed when the test ends, however it ends. */
export async function createTempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), "skillmint-store-"));
  const db = join(path, "skillmint.db");
  const stores: Store[] = [];
  return {
    path,
    db,
    async open(options = {}) {
      const store = await createSqlStore({ path: db, isAlive: () => true, pollMs: 20, ...options });
      stores.push(store);
      return store;
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
