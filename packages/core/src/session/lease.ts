import { SkillmintError, type SessionId } from "../protocol/index.ts";
import type { Database, Reader } from "./database.ts";
import { prepareQuery } from "./prepare-query.ts";
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

/** What every run begins and ends with. */
function createStatements() {
  return {
    read: prepareQuery((db, id: SessionId) =>
      db
        .selectFrom("sessions")
        .leftJoin("leases", "leases.session_id", "sessions.id")
        .select(["sessions.seq", "leases.fence", ...ownerColumns])
        .where("sessions.id", "=", id),
    ),
    take: prepareQuery(
      (
        db,
        id: SessionId,
        fence: number,
        machine: string,
        pid: number,
        pidStart: string,
        instance: string,
        at: number,
      ) => {
        const fresh = { fence, machine, pid, pid_start: pidStart, instance, renewed_at: at };
        return db
          .insertInto("leases")
          .values({ session_id: id, ...fresh })
          .onConflict((conflict) => conflict.column("session_id").doUpdateSet(fresh));
      },
    ),
    release: prepareQuery((db, id: SessionId, fence: number) =>
      db
        .updateTable("leases")
        .set({ machine: null, pid: null, pid_start: null, instance: null })
        .where("session_id", "=", id)
        .where("fence", "=", fence),
    ),
  };
}

export function busyError(id: SessionId, owner: Owner): SkillmintError {
  return new SkillmintError("session-busy", { params: { id, owner: `${owner.machine}:${owner.pid}` } });
}

type LeaseMethods = Pick<Store, "acquireLease" | "renewLease" | "releaseLease" | "leaseOwner">;

export function createLeases(database: Database, rules: LeaseRules): LeaseMethods {
  const statements = createStatements();
  async function readLease(db: Reader, id: SessionId) {
    const [row] = await statements.read(db, id);
    if (row === undefined) throw new SkillmintError("session-not-found", { params: { id } });
    return row;
  }
  return {
    acquireLease: (id, owner) =>
      database.write(async (db) => {
        const row = await readLease(db, id);
        const holder = livingOwner(row, rules);
        if (holder !== undefined) throw busyError(id, holder);
        const { machine, pid, pidStart, instance } = owner;
        const fence = (row.fence ?? 0) + 1;
        await statements.take(db, id, fence, machine, pid, pidStart, instance, rules.clock());
        return { sessionId: id, fence, seq: row.seq };
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
        await statements.release(db, lease.sessionId, lease.fence);
      }),

    leaseOwner: async (id) => livingOwner(await database.read((db) => readLease(db, id)), rules),
  };
}
