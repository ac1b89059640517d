import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqlStore } from "./sql-store.ts";
import { describeStore } from "./suite/describe-store.fixture.ts";

describeStore("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-store-"));
  return {
    open: (options = {}) =>
      createSqlStore({
        path: join(folder, "home", "skillmint.db"),
        isAlive: () => true,
        pollMs: 20,
        ...options,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
