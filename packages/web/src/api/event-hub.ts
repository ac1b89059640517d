import type { SessionEvent, SessionId } from "@skillmint/core/protocol";
import { ApiError, type Client } from "./client.ts";
import type { Connection } from "./connection.ts";
import { createFlushes } from "./flushes.ts";
import { readEventStream } from "./read-event-stream.ts";

/** Where events of a session go, and up to which it has them. */
export interface EventTarget {
  seq(): number;
  take(event: SessionEvent): void;
  /** What came in one piece is applied: screens may look. */
  flush(): void;
  /** There is no such session, or not any more. */
  miss(): void;
}

/**
 * One stream for all that is shown. It is opened again when something else is to be shown, and by itself when it broke
 * off, each time from what was seen last.
 */
export interface EventHub {
  /** Returns how to stop showing it. */
  show(id: SessionId, target: EventTarget): () => void;
  close(): void;
}

export interface EventHubOptions {
  client: Client;
  connection: Connection;
  /** Where events of sub-agents go that nobody asked to be shown. */
  onChild(id: SessionId): EventTarget;
  /** Whether a session is there at all. */
  exists(id: SessionId): Promise<boolean>;
}

const firstPauseMs = 300;
const longestPauseMs = 8_000;
/** A stream that lives says so every 15 seconds: one that is silent for so long is dead. */
const silentMs = 40_000;
/** So many events in one piece are the past, not the present. */
const bulkSize = 30;
/** The server takes no more in one stream. */
const maxCursors = 200;

export function createEventHub({ client, connection, onChild, exists }: EventHubOptions): EventHub {
  const shown = new Map<SessionId, EventTarget>();
  /** What the open stream brings: what is shown, and sub-agents that started since it was opened. */
  let brought = new Map<SessionId, EventTarget>();
  const flushes = createFlushes();
  let current: AbortController | undefined;
  let pauseMs = firstPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function deliver(events: readonly SessionEvent[]): void {
    const isBulk = events.length >= bulkSize;
    for (const event of events) {
      const target = brought.get(event.sessionId) ?? onChild(event.sessionId);
      brought.set(event.sessionId, target);
      target.take(event);
      flushes.add(target, isBulk);
    }
  }

  async function read(mine: AbortController): Promise<void> {
    brought = new Map([...shown].slice(0, maxCursors));
    const cursors = [...brought].map(([id, target]) => `${id}:${target.seq()}`).join(",");
    const reply = await client.open(`/api/events?cursors=${cursors}`, mine.signal);
    pauseMs = firstPauseMs;
    let silence = setTimeout(() => mine.abort(), silentMs);
    try {
      await readEventStream(reply, (events) => {
        clearTimeout(silence);
        silence = setTimeout(() => mine.abort(), silentMs);
        if (current === mine) deliver(events);
      });
    } finally {
      clearTimeout(silence);
    }
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), delayMs);
  }

  /** One session that is gone must not keep the others from being read. */
  async function dropMissing(): Promise<void> {
    for (const [id, target] of shown) {
      if (await exists(id)) continue;
      shown.delete(id);
      target.miss();
      flushes.add(target);
    }
  }

  async function connect(): Promise<void> {
    current?.abort();
    current = undefined;
    brought = new Map();
    if (shown.size === 0 || connection.state() !== "online") return;
    const mine = new AbortController();
    current = mine;
    let delayMs = firstPauseMs;
    try {
      await read(mine);
    } catch (error) {
      if (current !== mine) return;
      if (error instanceof ApiError && error.status === 404) await dropMissing().catch(() => undefined);
      delayMs = pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    if (current === mine) schedule(delayMs);
  }

  // Nobody is there, or nobody who lets us in: the stream waits until that changes.
  const stop = connection.subscribe(() => schedule(0));

  return {
    show(id, target) {
      shown.set(id, target);
      if (brought.get(id) !== target) schedule(0);
      return () => {
        if (shown.get(id) !== target) return;
        shown.delete(id);
        // What is brought beyond need does no harm until the next stream; only with nothing to show it is closed.
        if (shown.size === 0) schedule(0);
      };
    },
    close() {
      stop();
      flushes.close();
      clearTimeout(timer);
      shown.clear();
      current?.abort();
      current = undefined;
    },
  };
}
