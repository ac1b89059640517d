import type { SessionId } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { ApiError, createClient } from "../api/client.ts";
import { createConnection } from "../api/connection.ts";
import { createEventHub } from "../api/event-hub.ts";
import { createHighlightQueue } from "../markdown/highlight-queue.ts";
import type { Highlight } from "../markdown/highlight.ts";
import { createSessionStore, type SessionStore } from "../session/session-store.ts";
import type { Services } from "./services.tsx";

/** Stores of sessions that are shown no more: kept, so that going back is at once, but not for ever. */
const maxStores = 30;

export function createServices(person: { token(): string | undefined; language(): string }): Services {
  const connection = createConnection({
    probe: () => fetch("/health", { signal: AbortSignal.timeout(5_000) }),
  });
  const client = createClient(person, connection);
  const stores = new Map<SessionId, SessionStore>();
  const session = (id: SessionId): SessionStore => {
    const store = stores.get(id) ?? createSessionStore(id);
    stores.delete(id);
    stores.set(id, store);
    const [oldest] = stores.keys();
    if (stores.size > maxStores && oldest) stores.delete(oldest);
    return store;
  };
  const exists = async (id: SessionId): Promise<boolean> => {
    try {
      await client.call(sessionsApi.getSession, { params: { id } });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  };
  let highlight: Promise<Highlight> | undefined;
  const load = (): Promise<Highlight> =>
    (highlight ??= import("../markdown/highlight.ts").then(({ createHighlight }) => createHighlight()));
  return {
    highlight: createHighlightQueue(load),
    client,
    session,
    connection,
    hub: createEventHub({ client, connection, onChild: session, exists }),
  };
}
