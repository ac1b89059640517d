import type { FileChange, SessionId } from "@skillmint/core/protocol";
import { createContext, use, type ReactNode } from "react";
import type { SessionState } from "../session/session-store.ts";

interface Shown {
  /** The session that these parts of the screen are about: a sub-agent's own, inside its card. */
  state: SessionState;
  /** The one that a person talks to. */
  rootId: SessionId;
  /** The conversation of a sub-agent: its card is part of a conversation itself. */
  renderChild(childId: SessionId): ReactNode;
}

const ShownContext = createContext<Shown | undefined>(undefined);
export const ShownSession = ShownContext;

export function useShown(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error("outside of a session");
  return shown;
}

const none: readonly FileChange[] = [];

/** Files that the session changed, oldest first. */
export function useChanges(): readonly FileChange[] {
  return useShown().state.view?.changes ?? none;
}
