import type { SessionEvent, SessionId, SessionView } from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";
import { createSessionLog } from "./session-log.ts";

export interface FollowOptions {
  store: Store;
  sessionId: SessionId;
  signal?: AbortSignal;
  /** Sees the durable events that come from now on. */
  onEvent?: (event: SessionEvent) => void;
}

/** How often to look whether whoever works still lives: a process that died appends nothing. */
const lookMs = 500;

/** Watches another process work on a session, until its run ended, it died, or `signal` aborts. */
export async function followSession({
  store,
  sessionId,
  signal,
  onEvent,
}: FollowOptions): Promise<SessionView> {
  const view = await openView(store, sessionId);
  const log = createSessionLog({ store, view, ...(onEvent ? { onEvent } : {}) });
  let wake = (): void => {};
  const unwatch = store.watch(sessionId, () => wake());
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await log.refresh();
      if (signal?.aborted || (await store.leaseOwner(sessionId)) === undefined) {
        await log.refresh();
        return view;
      }
      await Promise.race([woken, pause(signal)]);
    }
  } finally {
    unwatch();
  }
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lookMs);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
