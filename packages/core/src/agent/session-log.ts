import {
  applyEvent,
  isKnown,
  spill,
  type DurableEvent,
  type EventDraft,
  type LiveDraft,
  type SessionEvent,
  type SessionView,
  type StoredEvent,
} from "../protocol/index.ts";
import type { Store } from "../session/store.ts";

/** One session's log as a run sees it: the view is always what the events so far say. */
export interface SessionLog {
  readonly view: SessionView;
  /**
   * Appends with the run's fence and applies what came of it, and what others appended before it, in order.
   * `decision`: only if nothing came in since the view's sequence, else `sequence-conflict`.
   */
  append(events: EventDraft[], options?: { durable?: boolean; decision?: boolean }): Promise<DurableEvent[]>;
  /** Applies what other processes appended meanwhile. */
  refresh(): Promise<void>;
  emit(event: LiveDraft): void;
  putBlob(bytes: Uint8Array): Promise<string>;
  getBlob(blob: string): Promise<Uint8Array>;
  getText(blob: string): Promise<string>;
}

export interface SessionLogOptions {
  store: Store;
  view: SessionView;
  fence?: number;
  /** Sees every event once, in order. */
  onEvent?: (event: SessionEvent) => void;
  onApplied?: (view: SessionView) => void;
}

const pageSize = 1000;

export function createSessionLog({ store, view, fence, onEvent, onApplied }: SessionLogOptions): SessionLog {
  const id = view.sessionId;

  function take(event: StoredEvent): void {
    if (event.seq !== view.seq + 1) return;
    applyEvent(view, event);
    onApplied?.(view);
    if (isKnown(event)) onEvent?.(event);
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const events = await store.read(id, view.seq, pageSize);
      for (const event of events) take(event);
      if (events.length < pageSize) return;
    }
  }

  const putText = (text: string): Promise<string> => store.putBlob(id, new TextEncoder().encode(text));

  return {
    view,
    refresh,
    async append(drafts, options = {}) {
      const events = await Promise.all(drafts.map((draft) => spill(draft, putText)));
      const appended = await store.append(id, events, {
        ...(fence === undefined ? {} : { fence }),
        ...(options.durable ? { durable: true } : {}),
        ...(options.decision ? { expectedSeq: view.seq } : {}),
      });
      if (appended[0] && appended[0].seq > view.seq + 1) await refresh();
      for (const event of appended) take(event);
      return appended;
    },
    emit: (event) => onEvent?.({ ...event, sessionId: id, at: Date.now() }),
    putBlob: (bytes) => store.putBlob(id, bytes),
    getBlob: (blob) => store.getBlob(blob),
    getText: async (blob) => new TextDecoder().decode(await store.getBlob(blob)),
  };
}
