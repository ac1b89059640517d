import type { SessionId } from "@skillmint/core/protocol";
import { useMemo, type ReactNode } from "react";
import { useSession } from "../../session/use-session.ts";
import { ShownSession, useShown } from "../session-context.tsx";
import { Entries } from "./entries.tsx";

/** The sub-agent's own conversation, inside the card of the call that started it. */
export function ChildTranscript({ childId }: { childId: SessionId }): ReactNode {
  const state = useSession(childId);
  const { rootId, renderChild } = useShown();
  const shown = useMemo(() => ({ state, rootId, renderChild }), [state, rootId, renderChild]);
  return (
    <ShownSession value={shown}>
      <Entries isNested state={state} />
    </ShownSession>
  );
}
