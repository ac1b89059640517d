import type { AskView } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { PermissionAsk } from "./permission-ask.tsx";
import { QuestionAsk } from "./question-ask.tsx";

/** What a session waits for, on the row of the call that wants it. */
export function AskCard({ ask }: { ask: AskView }): ReactNode {
  return (
    <div
      className="my-2 ml-[9px] rounded-md border-l-2 border-warn bg-warn-soft px-4 py-3"
      data-ask={ask.askId}
    >
      {ask.type === "permission.asked" ? <PermissionAsk ask={ask} /> : <QuestionAsk ask={ask} />}
    </div>
  );
}
