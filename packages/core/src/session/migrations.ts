import type { Writer } from "./database.ts";
import type { SearchIndex } from "./search-index.ts";
import { indexOldEvents } from "./index-old-events.ts";
import { recordOldForks } from "./record-old-forks.ts";

export interface MigrationContext {
  search: SearchIndex;
  /** What the database calls a column of bytes. */
  bytes: "blob" | "bytea";
}

export interface Migration {
  version: number;
  up(db: Writer, context: MigrationContext): Promise<void>;
}

async function createLog(db: Writer): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("parent_id", "text", (column) => column.references("sessions.id"))
    .addColumn("folder", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("open_run", "integer", (column) => column.notNull())
    .addColumn("ended", "text")
    .addColumn("unread", "integer", (column) => column.notNull())
    .addColumn("open_asks", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sessions_parent")
    .on("sessions")
    .columns(["parent_id", "updated_at"])
    .execute();
  await db.schema.createIndex("sessions_folder").on("sessions").columns(["folder", "updated_at"]).execute();
  await db.schema
    .createTable("events")
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id"))
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("v", "integer", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("events_key", ["session_id", "seq"])
    .execute();
  await db.schema
    .createTable("asks")
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id"))
    .addColumn("ask_id", "text", (column) => column.notNull())
    .addColumn("call_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("asks_key", ["session_id", "ask_id"])
    .execute();
  await db.schema
    .createTable("prompts")
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id"))
    .addColumn("prompt_id", "text", (column) => column.notNull())
    .addColumn("from_seq", "bigint", (column) => column.notNull())
    .addColumn("to_seq", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("prompts_key", ["session_id", "prompt_id"])
    .execute();
}

async function createLeases(db: Writer): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("session_id", "text", (column) => column.primaryKey())
    .addColumn("fence", "bigint", (column) => column.notNull())
    .addColumn("machine", "text")
    .addColumn("pid", "integer")
    .addColumn("pid_start", "text")
    .addColumn("instance", "text")
    .addColumn("renewed_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createBlobs(db: Writer, bytes: MigrationContext["bytes"]): Promise<void> {
  await db.schema
    .createTable("blobs")
    .addColumn("sha256", "text", (column) => column.primaryKey())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("bytes", bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("session_blobs")
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id"))
    .addColumn("sha256", "text", (column) => column.notNull().references("blobs.sha256"))
    .addPrimaryKeyConstraint("session_blobs_key", ["session_id", "sha256"])
    .execute();
  await db.schema.createIndex("session_blobs_blob").on("session_blobs").column("sha256").execute();
}

async function createSnapshots(db: Writer): Promise<void> {
  await db.schema
    .createTable("snapshots")
    .addColumn("session_id", "text", (column) => column.primaryKey().references("sessions.id"))
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("view", "text", (column) => column.notNull())
    .execute();
}

/**
 * How a database of any age becomes one of today, in order. What stands here has been run on people's data:
 * it is added to, never changed.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    async up(db, { bytes }) {
      await createLog(db);
      await createLeases(db);
      await createBlobs(db, bytes);
    },
  },
  {
    version: 2,
    async up(db, { search }) {
      await createSnapshots(db);
      await search.create(db);
      await indexOldEvents(db, search);
    },
  },
  {
    version: 3,
    async up(db) {
      await db.schema.alterTable("sessions").addColumn("fork_of", "text").execute();
      await recordOldForks(db);
    },
  },
];

export const schemaVersion = Math.max(...migrations.map((migration) => migration.version));

/** Brings a database from version `found` to today's. Runs inside one transaction that holds the lock. */
export async function migrate(db: Writer, found: number, context: MigrationContext): Promise<void> {
  for (const migration of migrations) {
    if (migration.version > found) await migration.up(db, context);
  }
}
