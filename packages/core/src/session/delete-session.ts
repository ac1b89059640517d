import type { SessionId } from "../protocol/index.ts";
import { dropBlobs } from "./blob.ts";
import type { Database, Reader } from "./database.ts";
import { busyError, livingOwner, ownerColumns, type LeaseRules } from "./lease.ts";
import { requireSession } from "./require-session.ts";

/** The session and all below it, the lowest first. */
async function listTree(db: Reader, root: SessionId): Promise<SessionId[]> {
  const tree: SessionId[] = [root];
  let level: SessionId[] = [root];
  while (level.length > 0) {
    const children = await db.selectFrom("sessions").select("id").where("parent_id", "in", level).execute();
    level = children.map((child) => child.id);
    tree.push(...level);
  }
  return tree.reverse();
}

/** See `Store.delete`. Leases stay, without an owner: their fences are never given out again. */
export function createDelete(database: Database, rules: LeaseRules) {
  return (id: SessionId): Promise<void> =>
    database.write(async (db) => {
      await requireSession(db, id);
      const ids = await listTree(db, id);
      const leases = await db
        .selectFrom("leases")
        .select(["session_id", ...ownerColumns])
        .where("session_id", "in", ids)
        .execute();
      for (const lease of leases) {
        const holder = livingOwner(lease, rules);
        if (holder !== undefined) throw busyError(lease.session_id, holder);
      }
      await db
        .updateTable("leases")
        .set({ machine: null, pid: null, pid_start: null, instance: null })
        .where("session_id", "in", ids)
        .execute();
      await database.search.remove(db, ids);
      await dropBlobs(db, ids);
      for (const table of ["snapshots", "prompts", "asks", "events"] as const) {
        await db.deleteFrom(table).where("session_id", "in", ids).execute();
      }
      for (const one of ids) await db.deleteFrom("sessions").where("id", "=", one).execute();
    });
}
