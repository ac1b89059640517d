import { SkillmintError, type SessionId } from "../protocol/index.ts";
import type { Database, Reader } from "./database.ts";
import { livingOwner, ownerColumns, type LeaseRules, type MaybeOwnerColumns } from "./lease.ts";
import { stateOfStored } from "./projection.ts";
import type { SessionSummary, Store } from "./store.ts";
import type { SessionsTable } from "./tables.ts";

const defaultLimit = 100;

type SummaryRow = Omit<SessionsTable, "open_asks"> & MaybeOwnerColumns;

function toSummary(row: SummaryRow, rules: LeaseRules): SessionSummary {
  const stored = { openRun: row.open_run === 1, ended: row.ended, unread: row.unread === 1 };
  const held = livingOwner(row, rules) !== undefined;
  return {
    id: row.id,
    title: row.title,
    state: stateOfStored(stored, held),
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.parent_id === null ? {} : { parentSessionId: row.parent_id }),
    ...(row.fork_of === null ? {} : { forkOf: row.fork_of }),
    model: row.model,
    seq: row.seq,
  };
}

function selectSummaries(db: Reader) {
  return db
    .selectFrom("sessions")
    .leftJoin("leases", "leases.session_id", "sessions.id")
    .select(["id", "title", "folder", "created_at", "updated_at", "parent_id", "fork_of", "model", "seq"])
    .select(["open_run", "ended", "unread", ...ownerColumns]);
}

export async function readSummary(db: Reader, id: SessionId, rules: LeaseRules): Promise<SessionSummary> {
  const row = await selectSummaries(db).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new SkillmintError("session-not-found", { params: { id } });
  return toSummary(row, rules);
}

export function createSummaries(database: Database, rules: LeaseRules): Pick<Store, "get" | "list"> {
  return {
    get: (id) => database.read((db) => readSummary(db, id, rules)),

    list: ({ folder, parent, limit = defaultLimit, before, since, withChildren = false } = {}) =>
      database.read(async (db) => {
        let query = selectSummaries(db);
        if (parent !== undefined) query = query.where("parent_id", "=", parent);
        else if (!withChildren) query = query.where("parent_id", "is", null);
        if (since !== undefined) query = query.where("updated_at", ">=", since);
        if (folder !== undefined) query = query.where("folder", "=", folder);
        if (before !== undefined) query = query.where("updated_at", "<", before);
        const rows = await query.orderBy("updated_at", "desc").orderBy("id", "desc").limit(limit).execute();
        return rows.map((row) => toSummary(row, rules));
      }),
  };
}
