import type { SessionId } from "../protocol/index.ts";
import type { Database } from "./database.ts";

interface Watched {
  callbacks: Set<(seq?: number) => void>;
  /** The newest sequence its watchers were told of; unknown until something happened. */
  seq: number | undefined;
}

export interface Watch {
  watch: (id: SessionId, onChange: (seq?: number) => void) => () => void;
  /** Something was appended in this process. */
  notify: (id: SessionId, seq: number) => void;
  close: () => void;
}

/** Tells whoever watches a session that it grew: at once for this process, by polling for the others. */
export function createWatch(database: Database): Watch {
  const watched = new Map<SessionId, Watched>();
  let stopPolling: (() => void) | undefined;

  function tell(entry: Watched, seq: number | undefined): void {
    entry.seq = seq;
    for (const callback of entry.callbacks) callback(seq);
  }

  async function findChanged(): Promise<void> {
    const ids = [...watched.keys()];
    const rows = await database.read((db) =>
      db.selectFrom("sessions").select(["id", "seq"]).where("id", "in", ids).execute(),
    );
    const newest = new Map(rows.map((row) => [row.id, row.seq]));
    for (const id of ids) {
      const entry = watched.get(id);
      // One that was deleted has no sequence: that is a change too.
      if (entry && (entry.seq === undefined || entry.seq !== newest.get(id))) tell(entry, newest.get(id));
    }
  }

  function onForeignCommit(): void {
    // Who cannot be asked what changed tells everybody: they read, and meet the error where it is handled.
    findChanged().catch(() => {
      for (const entry of watched.values()) tell(entry, undefined);
    });
  }

  function stopWhenIdle(): void {
    if (watched.size > 0) return;
    stopPolling?.();
    stopPolling = undefined;
  }

  return {
    watch(id, onChange) {
      const entry = watched.get(id) ?? { callbacks: new Set(), seq: undefined };
      watched.set(id, entry);
      // A callback that is given twice is called twice, and stopped one at a time.
      const callback = (seq?: number) => onChange(seq);
      entry.callbacks.add(callback);
      stopPolling ??= database.onForeignCommit(onForeignCommit);
      return () => {
        entry.callbacks.delete(callback);
        if (entry.callbacks.size === 0 && watched.get(id) === entry) watched.delete(id);
        stopWhenIdle();
      };
    },
    notify(id, seq) {
      const entry = watched.get(id);
      if (entry) tell(entry, seq);
    },
    close() {
      watched.clear();
      stopWhenIdle();
    },
  };
}
