import type { SessionId } from "@skillmint/core/protocol";
import { useEffect, useSyncExternalStore } from "react";
import { useServices } from "../app/services.tsx";
import type { SessionState } from "./session-store.ts";

/** A session and everything that happens in it, for as long as it is on the screen. */
export function useSession(id: SessionId): SessionState {
  const { hub, session } = useServices();
  const store = session(id);
  useEffect(() => hub.show(id, store), [hub, id, store]);
  return useSyncExternalStore(store.subscribe, store.get);
}
