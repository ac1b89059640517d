import { afterEach, beforeEach, describe } from "vitest";
import type { Owner, Store } from "../store.ts";
import { describeBlobs } from "./describe-blobs.fixture.ts";
import { describeLeases } from "./describe-leases.fixture.ts";
import { describeLists } from "./describe-lists.fixture.ts";
import { describeLog } from "./describe-log.fixture.ts";
import { describeSearch } from "./describe-search.fixture.ts";
import { describeSelections } from "./describe-selections.fixture.ts";
import { describeViews } from "./describe-views.fixture.ts";

export interface OpenOptions {
  clock?: () => number;
  isAlive?: (owner: Owner) => boolean;
}

/** One place for sessions, empty at first, that may be opened several times at once. */
export interface TestDatabase {
  open(options?: OpenOptions): Promise<Store>;
  remove(): Promise<void>;
}

/** What the cases work with: a new database for every test, closed and removed after it. */
export interface Bench {
  open(options?: OpenOptions): Promise<Store>;
}

/** What every store must do, whichever database is below it. */
export function describeStore(name: string, create: () => Promise<TestDatabase>): void {
  describe(`store: ${name}`, () => {
    let database: TestDatabase;
    let opened: Store[] = [];
    beforeEach(async () => {
      database = await create();
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
      opened = [];
      await database.remove();
    });
    const bench: Bench = {
      async open(options) {
        const store = await database.open(options);
        opened.push(store);
        return store;
      },
    };
    describeLog(bench);
    describeLists(bench);
    describeLeases(bench);
    describeBlobs(bench);
    describeSearch(bench);
    describeSelections(bench);
    describeViews(bench);
  });
}
