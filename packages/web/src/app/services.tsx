import type { SessionId } from "@skillmint/core/protocol";
import { createContext, use, useSyncExternalStore } from "react";
import type { Client } from "../api/client.ts";
import type { Connection, ConnectionState } from "../api/connection.ts";
import type { EventHub } from "../api/event-hub.ts";
import type { Highlight } from "../markdown/highlight.ts";
import type { SessionStore } from "../session/session-store.ts";

/** What screens work with. */
export interface Services {
  client: Client;
  connection: Connection;
  hub: EventHub;
  /** The store of a session; the same for all who ask. */
  session(id: SessionId): SessionStore;
  /** Colours code; what it needs is loaded when first asked for. */
  highlight: Highlight;
}

const ServicesContext = createContext<Services | undefined>(undefined);
export const ServicesProvider = ServicesContext;

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("outside of the app");
  return services;
}

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.state);
}
