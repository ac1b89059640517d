import { setImmediate as breathe } from "node:timers/promises";
import { SkillmintError, type SessionId } from "../../protocol/index.ts";
import type { SessionSummary, Store } from "../../session/store.ts";
import { bookEvents, createLedger, ledgerTypes, type Ledger, type Slot } from "./ledger.ts";
import { sumSlots, type UsageBreakdown } from "./sum-slots.ts";

export interface UsageQuery {
  /** Milliseconds since 1970; `to` is the first that is not meant. Counted by quarters of an hour. */
  from: number;
  to: number;
  /** Whose days they are: `Europe/Berlin`. */
  zone: string;
}

/**
 * What models were paid for. A request counts when it ended, for the skill that was followed then; what a sub-agent
 * used up counts for its own skill, else for the one that it was started by. What was undone was used up all the same.
 */
export interface Usages {
  /** Over all sessions, those of the skill sub-agent included. */
  report(query: UsageQuery): Promise<UsageBreakdown>;
  /** Of one session with its sub-agents. */
  ofSession(id: SessionId, zone?: string): Promise<UsageBreakdown>;
}

const maxSessions = 100_000;
/** As many as are remembered; more are read again each time. */
const maxLedgers = 5_000;
const pageSize = 200;

export type UsageStore = Pick<Store, "get" | "list" | "readTypes">;
type Place = Pick<SessionSummary, "id" | "seq" | "parentSessionId"> & { store: UsageStore };

/**
 * Reads each log once: later questions only read what was appended since. `openOther` gives a further store whose
 * sessions count in reports, as soon as there is one.
 */
export function createUsages(
  store: UsageStore,
  openOther: () => Promise<UsageStore | undefined> = async () => undefined,
): Usages {
  const ledgers = new Map<SessionId, Ledger>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: two readers of one log would count it twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function read({ id, seq, store: from }: Place): Promise<Ledger> {
    const ledger = ledgers.get(id) ?? createLedger();
    ledgers.delete(id);
    while (ledger.seq < seq) {
      const events = await from.readTypes(id, ledgerTypes, ledger.seq, pageSize);
      bookEvents(ledger, events);
      // A first reading may take seconds, and others are waiting for their events.
      await breathe();
      if (events.length < pageSize) ledger.seq = Math.max(ledger.seq, seq);
    }
    ledgers.set(id, ledger);
    for (const oldest of ledgers.keys()) {
      if (ledgers.size <= maxLedgers) break;
      ledgers.delete(oldest);
    }
    return ledger;
  }

  /** All slots of these sessions. A session that is gone meanwhile has none. */
  async function collect(places: readonly Place[]): Promise<Slot[]> {
    const found = new Map<SessionId, { ledger: Ledger; parent: SessionId | undefined }>();
    for (const place of places) {
      try {
        found.set(place.id, { ledger: await read(place), parent: place.parentSessionId });
      } catch (error) {
        if (!SkillmintError.is(error) || error.code !== "session-not-found") throw error;
      }
    }
    const skillAbove = (id: SessionId): string | undefined => {
      const parent = found.get(id)?.parent;
      const above = parent === undefined ? undefined : found.get(parent);
      if (parent === undefined || above === undefined) return undefined;
      return above.ledger.startedBy.get(id) ?? skillAbove(parent);
    };
    return [...found].flatMap(([id, { ledger }]) => {
      const inherited = skillAbove(id);
      return [...ledger.slots.values()].map((slot) => ({ ...slot, skill: slot.skill ?? inherited }));
    });
  }

  async function withChildren(place: Place): Promise<Place[]> {
    const found: Place[] = [place];
    for (const { id } of found)
      for (const child of await store.list({ parent: id, limit: maxSessions }))
        found.push({ ...child, store });
    return found;
  }

  /** Everything in which something happened since then. */
  async function listSince(since: number): Promise<Place[]> {
    const found: Place[] = [];
    for (const from of [store, await openOther()])
      for (const place of (await from?.list({ since, withChildren: true, limit: maxSessions })) ?? [])
        if (from) found.push({ ...place, store: from });
    return found;
  }

  return {
    report: ({ from, to, zone }) =>
      inTurn(async () => {
        const slots = await collect(await listSince(from));
        return sumSlots(
          slots.filter(({ at }) => at >= from && at < to),
          zone,
        );
      }),
    ofSession: (id, zone = "UTC") =>
      inTurn(async () => {
        const { parentSessionId: _parent, ...place } = await store.get(id);
        return sumSlots(await collect(await withChildren({ ...place, store })), zone);
      }),
  };
}
