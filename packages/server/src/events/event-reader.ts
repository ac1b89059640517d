import type { Runtime } from "@skillmint/core";
import { isDurable, type SessionEvent, type SessionId, type StoredEvent } from "@skillmint/core/protocol";
import type { Runs } from "./runs.ts";

/** One who reads the events of some sessions, each from a sequence on. */
export interface EventReader {
  /** The next events, once there are any; `undefined` after `waitMs` without, and at once where it is closed. */
  next(waitMs: number): Promise<readonly (SessionEvent | StoredEvent)[] | undefined>;
  close(): void;
}

export interface EventReaderOptions {
  sessions: Pick<Runtime["sessions"], "read" | "watch" | "lastSeq">;
  runs: Pick<Runs, "listen" | "streaming">;
  /** After which sequence to begin, by session. */
  cursors: ReadonlyMap<SessionId, number>;
  /** Sub-agents that start from here on are read too. */
  withChildren?: boolean;
}

type Start = Extract<SessionEvent, { type: "agent.started" }>;

function isStart(event: SessionEvent | StoredEvent): event is Start {
  return event.type === "agent.started" && "childId" in event;
}

interface Cursor {
  /** All up to here was handed out or stands in the queue. */
  seq: number;
  /** The store has more than the queue: it is read before anything else of this session is taken. */
  isBehind: boolean;
  /** Something came while it was behind. */
  hasMore: boolean;
  check?: NodeJS.Timeout;
  unwatch(): void;
}

const pageSize = 500;
const checkMs = 40;
/** Beyond it a reader is too slow: the queue is dropped, durable events come from the store again. */
const maxQueued = 1_000;

/**
 * Durable events come without gap or repeat, whoever appended them; live ones come as long as the reader keeps up.
 * A reader that does not takes no memory: what it missed is in the store, and of a message that is being written it
 * gets one snapshot.
 */
export function createEventReader({
  sessions,
  runs,
  cursors,
  withChildren,
}: EventReaderOptions): EventReader {
  const known = new Map<SessionId, Cursor>();
  let queue: SessionEvent[] = [];
  let isClosed = false;
  let wake = (): void => {};

  /** What runs of this process append comes by itself; only the rest has to be looked for. */
  async function lookForMore(id: SessionId, cursor: Cursor): Promise<void> {
    delete cursor.check;
    if ((await sessions.lastSeq(id)) <= cursor.seq) return;
    cursor.isBehind = true;
    cursor.hasMore = true;
    wake();
  }

  function follow(id: SessionId, seq: number): void {
    if (known.has(id)) return;
    const cursor: Cursor = { seq, isBehind: true, hasMore: false, unwatch: () => {} };
    known.set(id, cursor);
    cursor.unwatch = sessions.watch(id, () => {
      cursor.check ??= setTimeout(() => {
        // A session that is gone has nothing more to say.
        lookForMore(id, cursor).catch(() => undefined);
      }, checkMs);
    });
  }

  function fallBehind(): void {
    for (const event of queue) {
      const cursor = known.get(event.sessionId);
      if (!cursor) continue;
      if (isDurable(event)) cursor.seq = Math.min(cursor.seq, event.seq - 1);
      cursor.isBehind = true;
    }
    queue = [];
  }

  function take(event: SessionEvent): void {
    const cursor = known.get(event.sessionId);
    if (!cursor) return;
    if (cursor.isBehind) {
      cursor.hasMore = true;
      return;
    }
    if (isDurable(event)) {
      if (event.seq <= cursor.seq) return;
      if (event.seq > cursor.seq + 1) cursor.isBehind = true;
      else {
        cursor.seq = event.seq;
        queue.push(event);
      }
    } else queue.push(event);
    if (queue.length > maxQueued) fallBehind();
    wake();
  }

  /** Children that a session started are read from their beginning. */
  function findChildren(events: readonly (SessionEvent | StoredEvent)[]): void {
    if (!withChildren) return;
    for (const event of events) if (isStart(event)) follow(event.childId, 0);
  }

  async function catchUp(id: SessionId, cursor: Cursor): Promise<(SessionEvent | StoredEvent)[]> {
    cursor.hasMore = false;
    const events = await sessions.read(id, cursor.seq, pageSize);
    cursor.seq = events.at(-1)?.seq ?? cursor.seq;
    cursor.isBehind = cursor.hasMore || events.length === pageSize;
    const writing = cursor.isBehind ? undefined : runs.streaming.of(id);
    return writing ? [...events, writing] : events;
  }

  const stop = runs.listen(take);
  for (const [id, seq] of cursors) follow(id, seq);

  return {
    async next(waitMs) {
      const until = performance.now() + waitMs;
      for (;;) {
        if (isClosed) return undefined;
        const woken = new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        const behind = [...known].find(([, cursor]) => cursor.isBehind);
        const events = behind ? await catchUp(...behind) : queue.splice(0);
        findChildren(events);
        if (events.length > 0 || behind) wake();
        if (events.length > 0) return events;
        if (!behind && !(await woken)) return undefined;
      }
    },
    close() {
      isClosed = true;
      stop();
      for (const cursor of known.values()) {
        cursor.unwatch();
        clearTimeout(cursor.check);
      }
      known.clear();
      queue = [];
      wake();
    },
  };
}
