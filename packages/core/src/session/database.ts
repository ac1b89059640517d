import type { Kysely, Transaction } from "kysely";
import type { SearchIndex } from "./search-index.ts";
import type { Tables } from "./tables.ts";

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

export interface WriteOptions {
  /** On disk when `write` returns, together with everything that was written before. */
  durable?: boolean;
}

/**
 * What a store needs of a database, whichever it is. Failures are thrown as `SkillmintError`: `disk-full`,
 * `store-busy`, `store-corrupt`, `home-unwritable`.
 */
export interface Database {
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /**
   * One transaction that no other writer, in this process or another, interleaves with: all of it happens, or
   * nothing. `work` awaits queries only.
   */
  write<T>(work: (db: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  readonly search: SearchIndex;
  /** Calls back after somebody else's commit, until stopped. Nothing after this call is missed. */
  onForeignCommit(callback: () => void): () => void;
  close(): Promise<void>;
}
