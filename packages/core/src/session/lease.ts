import { SkillmintError, type SessionId } from "../protocol/index.ts";
import type { Database, Reader } from "./database.ts";
import type { Owner, Store } from "./store.ts";
import type { LeasesTable } from "./tables.ts";

export interface LeaseRules {
  clock: () => number;
  /** Whether the process lives, as far as this machine can tell; `true` for those of other machines. */
  isAlive: (owner: Owner) => boolean;
  leaseMs: number;
}

type OwnerColumns = Pick<LeasesTable, "machine" | "pid" | "pid_start" | "instance" | "renewed_at">;

/** The columns as they come from a join that may find no lease. */
export type MaybeOwnerColumns = { [K in keyof OwnerColumns]: OwnerColumns[K] | null };

/**
 * The owner, if the lease counts. It does not when its process is dead, or when it was not renewed for too
 * long; a time in the future is as suspicious as one in the past, because clocks jump both ways.
 */
export function livingOwner(row: MaybeOwnerColumns | undefined, rules: LeaseRules): Owner | undefined {
  if (row === undefined || row.instance === null || row.renewed_at === null) return undefined;
  if (Math.abs(rules.clock() - row.renewed_at) > rules.leaseMs) return undefined;
  const owner = {
    machine: row.machine ?? "",
    pid: row.pid ?? 0,
    pidStart: row.pid_start ?? "",
    instance: row.instance,
  };
  return rules.isAlive(owner) ? owner : undefined;
}

export const ownerColumns = ["machine", "pid", "pid_start", "instance", "renewed_at"] as const;

async function readLease(db: Reader, id: SessionId) {
  const row = await db
    .selectFrom("sessions")
    .leftJoin("leases", "leases.session_id", "sessions.id")
    .select(["sessions.seq", "leases.fence", ...ownerColumns])
    .where("sessions.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new SkillmintError("session-not-found", { params: { id } });
  return row;
}

export function busyError(id: SessionId, owner: Owner): SkillmintError {
  return new SkillmintError("session-busy", { params: { id, owner: `${owner.machine}:${owner.pid}` } });
}

type LeaseMethods = Pick<Store, "acquireLease" | "renewLease" | "releaseLease" | "leaseOwner">;

export function createLeases(database: Database, rules: LeaseRules): LeaseMethods {
  return {
    acquireLease: (id, owner) =>
      database.write(async (db) => {
        const row = await readLease(db, id);
        const holder = livingOwner(row, rules);
        if (holder !== undefined) throw busyError(id, holder);
        const fresh = {
          fence: (row.fence ?? 0) + 1,
          machine: owner.machine,
          pid: owner.pid,
          pid_start: owner.pidStart,
          instance: owner.instance,
          renewed_at: rules.clock(),
        };
        await db
          .insertInto("leases")
          .values({ session_id: id, ...fresh })
          .onConflict((conflict) => conflict.column("session_id").doUpdateSet(fresh))
          .execute();
        return { sessionId: id, fence: fresh.fence, seq: row.seq };
      }),

    renewLease: (lease) =>
      database.write(async (db) => {
        const result = await db
          .updateTable("leases")
          .set({ renewed_at: rules.clock() })
          .where("session_id", "=", lease.sessionId)
          .where("fence", "=", lease.fence)
          .where("instance", "is not", null)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) {
          throw new SkillmintError("lease-lost", { params: { id: lease.sessionId } });
        }
      }),

    releaseLease: (lease) =>
      database.write(async (db) => {
        await db
          .updateTable("leases")
          .set({ machine: null, pid: null, pid_start: null, instance: null })
          .where("session_id", "=", lease.sessionId)
          .where("fence", "=", lease.fence)
          .execute();
      }),

    leaseOwner: async (id) => livingOwner(await database.read((db) => readLease(db, id)), rules),
  };
}
