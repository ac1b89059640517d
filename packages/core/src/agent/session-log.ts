import {
  applyEvent,
  isKnown,
  isSealedBytes,
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
  /** Opens blobs that are sealed; without it they stay so. */
  openSealed?: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
}

const pageSize = 1000;

export function createSessionLog(options: SessionLogOptions): SessionLog {
  const { store, view, fence, onEvent, onApplied, openSealed } = options;
  const id = view.sessionId;

  async function getBlob(blob: string): Promise<Uint8Array> {
    const bytes = await store.getBlob(blob);
    return openSealed && isSealedBytes(bytes) ? ((await openSealed(bytes)) ?? bytes) : bytes;
  }

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
    async append(drafts, appendOptions = {}) {
      const events = await Promise.all(drafts.map((draft) => spill(draft, putText)));
      const appended = await store.append(id, events, {
        ...(fence === undefined ? {} : { fence }),
        ...(appendOptions.durable ? { durable: true } : {}),
        ...(appendOptions.decision ? { expectedSeq: view.seq } : {}),
      });
      if (appended[0] && appended[0].seq > view.seq + 1) await refresh();
      for (const event of appended) take(event);
      return appended;
    },
    emit: (event) => onEvent?.({ ...event, sessionId: id, at: Date.now() }),
    putBlob: (bytes) => store.putBlob(id, bytes),
    getBlob,
    getText: async (blob) => new TextDecoder().decode(await getBlob(blob)),
  };
}
