import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqlStore } from "../../session/sql-store.ts";
import type { Store } from "../../session/store.ts";
import { createOwner, isOwnerAlive } from "../owner.ts";

/** Where the sessions of runs live that nobody goes on with; it is gone when it is disposed of. */
export interface RunStore extends AsyncDisposable {
  store: Store;
}

export async function openRunStore(): Promise<RunStore> {
  const owner = await createOwner();
  const folder = await mkdtemp(join(tmpdir(), "skillmint-runs-"));
  const store = await createSqlStore({
    path: join(folder, "runs.db"),
    isAlive: (other) => isOwnerAlive(owner, other),
  });
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
