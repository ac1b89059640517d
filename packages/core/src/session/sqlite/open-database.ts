import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { SkillmintError } from "../../protocol/index.ts";
import type { Database, Writer } from "../database.ts";
import { migrate, schemaVersion } from "../migrations.ts";
import type { Tables } from "../tables.ts";
import { createSqliteDialect } from "./dialect.ts";
import { prepareFile } from "./prepare-file.ts";
import { retryBusy } from "./retry-busy.ts";
import { sqliteSearchIndex } from "./search-index.ts";
import { toStoreError } from "./store-error.ts";

/** "SkMt": tells our files from other people's databases. */
const applicationId = 0x536b4d74;
/** Long enough for a lock that is about to be released, short enough not to be noticed. */
const blockingWaitMs = 20;

function readPragma(handle: DatabaseSync, name: string): number {
  return Number(Object.values(handle.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

function refuseForeign(handle: DatabaseSync, path: string, version: number): void {
  if (version > schemaVersion) {
    throw new SkillmintError("store-newer", { params: { path, found: version, known: schemaVersion } });
  }
  if (readPragma(handle, "application_id") === applicationId) return;
  if (version !== 0 || handle.prepare("select 1 from sqlite_schema limit 1").get() !== undefined) {
    throw new SkillmintError("store-corrupt", { params: { path }, detail: "a database of another program" });
  }
}

/** Several processes may come here at once: the first one migrates, the others find it done. */
async function migrateFile(handle: DatabaseSync, db: Kysely<Tables>, path: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const version = readPragma(handle, "user_version");
    refuseForeign(handle, path, version);
    if (version === schemaVersion) return;
    await migrate(tx, version, { search: sqliteSearchIndex, bytes: "blob" });
    handle.exec(`PRAGMA application_id=${applicationId}; PRAGMA user_version=${schemaVersion}`);
  });
}

async function openHandle(path: string): Promise<{ handle: DatabaseSync; db: Kysely<Tables> }> {
  const handle = new DatabaseSync(path, { timeout: blockingWaitMs, enableForeignKeyConstraints: true });
  try {
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(handle) });
    const version = readPragma(handle, "user_version");
    refuseForeign(handle, path, version);
    // Reads the schema, which the first query would do anyway, so that a damaged one is refused here.
    if (version > 0) handle.prepare("select id from sessions limit 1").get();
    // With the cache as it comes (2 MB) a long session is read twice as slowly.
    handle.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000");
    if (version < schemaVersion) await migrateFile(handle, db, path);
    return { handle, db };
  } catch (error) {
    handle.close();
    throw error;
  }
}

function pollCommits(handle: DatabaseSync, pollMs: number, callback: () => void): () => void {
  const statement = handle.prepare("PRAGMA data_version");
  // What fails here is told as a change: whoever then reads meets the failure where it can be handled.
  const current = (): number | undefined => {
    try {
      return Number(statement.get()?.["data_version"]);
    } catch {
      return undefined;
    }
  };
  let seen = current();
  const timer = setInterval(() => {
    const version = current();
    if (version === seen) return;
    seen = version;
    callback();
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

export interface SqliteOptions {
  path: string;
  /** How long to wait for another process's lock before `store-busy`. */
  waitMs: number;
  /** How often to look for commits of other processes while somebody wants to know. */
  pollMs: number;
}

/** Opens or creates the file, refuses what is damaged, foreign or newer without touching it, and migrates what is older. */
export async function openSqliteDatabase({ path, waitMs, pollMs }: SqliteOptions): Promise<Database> {
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await retryBusy(waitMs, work);
    } catch (error) {
      throw toStoreError(error, path, waitMs);
    }
  }

  const { handle, db } = await guarded(async () => {
    prepareFile(path);
    return openHandle(path);
  });

  /** The level can only be changed between transactions, and belongs to the connection. */
  function writeDurably<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return db.connection().execute(async (connection) => {
      handle.exec("PRAGMA synchronous=FULL");
      try {
        return await connection.transaction().execute(work);
      } finally {
        handle.exec("PRAGMA synchronous=NORMAL");
      }
    });
  }

  return {
    read: (work) => guarded(() => work(db)),
    write: (work, options) =>
      guarded(() => (options?.durable ? writeDurably(work) : db.transaction().execute(work))),
    search: sqliteSearchIndex,
    onForeignCommit: (callback) => pollCommits(handle, pollMs, callback),
    async close() {
      await db.connection().execute(async () => {
        if (handle.isOpen) handle.close();
      });
    },
  };
}
