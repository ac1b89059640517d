import type { CallId, FileChange } from "@skillmint/core/protocol";
import { lazy, Suspense, type ReactNode } from "react";
import { useBlobText } from "../../api/use-blob.ts";
import { useChanges, useShown } from "../session-context.tsx";

const DiffView = lazy(() => import("./diff-view.tsx"));

function Change({ change }: { change: FileChange }): ReactNode {
  const before = useBlobText(change.before ?? undefined);
  const after = useBlobText(change.after ?? undefined);
  const folder = useShown().state.view?.folder ?? "";
  const isThere =
    (change.before === null || before !== undefined) && (change.after === null || after !== undefined);
  if (!isThere) return <div className="my-2 h-16 animate-pulse rounded-md bg-panel" />;
  return (
    <Suspense fallback={null}>
      <DiffView
        after={change.after === null ? undefined : after}
        before={change.before === null ? undefined : before}
        path={change.path.startsWith(`${folder}/`) ? change.path.slice(folder.length + 1) : change.path}
      />
    </Suspense>
  );
}

/** What a call changed on disk, as the log has it; before it did, what it was asked to do. */
export function FileDiff({ callId, fallback }: { callId: CallId; fallback: ReactNode }): ReactNode {
  const changes = useChanges().filter((change) => change.callId === callId);
  return changes.length === 0
    ? fallback
    : changes.map((change) => <Change change={change} key={change.seq} />);
}
