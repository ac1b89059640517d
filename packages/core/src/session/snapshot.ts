import type { SessionView } from "../protocol/index.ts";
import type { Database } from "./database.ts";
import { requireSession } from "./require-session.ts";
import type { Store } from "./store.ts";

/** Goes up with every change of `SessionView` or `applyEvent`: snapshots of another version do not count. */
const snapshotVersion = 6;

export function createSnapshots(
  database: Database,
): Pick<Store, "getSnapshot" | "snapshotSeq" | "putSnapshot"> {
  return {
    async getSnapshot(id) {
      const row = await database.read((db) =>
        db
          .selectFrom("snapshots")
          .select(["seq", "view"])
          .where("session_id", "=", id)
          .where("version", "=", snapshotVersion)
          .executeTakeFirst(),
      );
      if (row === undefined) return undefined;
      try {
        return { seq: row.seq, view: JSON.parse(row.view) as SessionView };
      } catch {
        return undefined;
      }
    },

    async snapshotSeq(id) {
      const row = await database.read((db) =>
        db
          .selectFrom("snapshots")
          .select("seq")
          .where("session_id", "=", id)
          .where("version", "=", snapshotVersion)
          .executeTakeFirst(),
      );
      return row?.seq ?? 0;
    },

    async putSnapshot(id, { seq, view }) {
      const fresh = { seq, version: snapshotVersion, view: JSON.stringify(view) };
      await database.write(async (db) => {
        await requireSession(db, id);
        await db
          .insertInto("snapshots")
          .values({ session_id: id, ...fresh })
          .onConflict((conflict) => conflict.column("session_id").doUpdateSet(fresh))
          .execute();
      });
    },
  };
}
