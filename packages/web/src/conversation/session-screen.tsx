import type { SessionId } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { usePageTitle } from "../app/use-page-title.ts";
import { Composer } from "../composer/composer.tsx";
import { useSession } from "../session/use-session.ts";
import { MissingSession } from "./missing-session.tsx";
import { ChildTranscript } from "./entries/child-transcript.tsx";
import { ShownSession } from "./session-context.tsx";
import { SessionHeader } from "./session-header.tsx";
import { StateBar } from "./state-bar.tsx";
import { Transcript } from "./transcript.tsx";
import { useStanding } from "./use-standing.ts";

const SidePanel = lazy(() =>
  import("./panel/side-panel.tsx").then((panel) => ({ default: panel.SidePanel })),
);

const renderChild = (childId: SessionId): ReactNode => <ChildTranscript childId={childId} />;

/** One conversation. */
export default function SessionScreen({ id }: { id: string }): ReactNode {
  const sessionId = id as SessionId;
  const state = useSession(sessionId);
  const { client } = useServices();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [jumps, setJumps] = useState(0);
  const [sends, setSends] = useState(0);
  const shown = useMemo(() => ({ state, rootId: sessionId, renderChild }), [state, sessionId]);
  usePageTitle(state.view?.title);
  const { isGone, lookAgain } = useStanding(state);
  if (state.isMissing || isGone) return <MissingSession id={id} />;
  return (
    <ShownSession value={shown}>
      <div className="relative flex h-full flex-col">
        <SessionHeader isPanelOpen={isPanelOpen} onPanel={() => setPanelOpen(!isPanelOpen)} state={state} />
        <div className="flex min-h-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col">
            <Transcript jumps={jumps} sends={sends} state={state} />
            <div className="mx-auto w-full max-w-reading px-4 pb-4">
              <StateBar onJump={() => setJumps(jumps + 1)} state={state} />
              <Composer
                draftKey={sessionId}
                onSend={async (draft) => {
                  await client.call(sessionsApi.sendPrompt, { params: { id }, body: draft }).catch(lookAgain);
                  setSends((count) => count + 1);
                }}
                session={state}
              />
            </div>
          </div>
          {isPanelOpen ? (
            <Suspense fallback={null}>
              <SidePanel state={state} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </ShownSession>
  );
}
