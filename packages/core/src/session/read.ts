import type { SessionId } from "../protocol/index.ts";
import type { Database } from "./database.ts";
import { fromRow } from "./event-row.ts";
import { prepareQuery } from "./prepare-query.ts";
import { requireSession } from "./require-session.ts";
import type { Store } from "./store.ts";

const defaultLimit = 10_000;

export function createRead(database: Database): Pick<Store, "read" | "readTypes" | "lastSeq"> {
  const readEvents = prepareQuery((db, id: SessionId, after: number, limit: number) =>
    db
      .selectFrom("events")
      .select(["seq", "at", "v", "type", "body"])
      .where("session_id", "=", id)
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(limit),
  );
  return {
    read: (id, after, limit = defaultLimit) =>
      database.read(async (db) => {
        const rows = await readEvents(db, id, after, limit);
        if (rows.length === 0) await requireSession(db, id);
        return rows.map((row) => fromRow(id, row));
      }),

    readTypes: (id, types, after, limit = defaultLimit) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom("events")
          .select(["seq", "at", "v", "type", "body"])
          .where("session_id", "=", id)
          .where("seq", ">", after)
          .where("type", "in", types)
          .orderBy("seq")
          .limit(limit)
          .execute();
        if (rows.length === 0) await requireSession(db, id);
        return rows.map((row) => fromRow(id, row));
      }),

    lastSeq: async (id) => (await database.read((db) => requireSession(db, id))).seq,
  };
}
