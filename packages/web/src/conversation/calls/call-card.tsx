import type { AskView, CallView } from "@skillmint/core/protocol";
import { memo, useState, type ReactNode } from "react";
import { formatDuration } from "../../design/format.ts";
import { useWords } from "../../text/use-words.tsx";
import { AskCard } from "../asks/ask-card.tsx";
import { callTexts } from "./call-texts.ts";
import { CardHead } from "./card-head.tsx";
import { CallBody } from "./call-body.tsx";
import { isOver, standingOf, type CallStanding } from "./call-state.ts";
import { iconOf, shownName, summarizeCall } from "./call-summary.ts";
import { ShellMark } from "./shell-mark.tsx";

const tones: Readonly<Record<CallStanding, string>> = {
  waiting: "text-warn",
  queued: "text-ink-3",
  running: "text-accent",
  ok: "text-ink-3",
  error: "text-bad",
  denied: "text-warn",
  interrupted: "text-warn",
};

/** What is worth seeing without asking for it. */
function isOpenFromStart(call: CallView, ask: AskView | undefined): boolean {
  const hasImage = call.content?.some((part) => part.type === "image") === true;
  // A plan that waits to be approved stands in the question.
  return hasImage || call.name === "TodoWrite" || (call.name === "ExitPlanMode" && !ask);
}

interface CardProps {
  call: CallView;
  progress: string | undefined;
  ask: AskView | undefined;
}

/** One call of a tool: what, how it stands, and on request everything about it. */
export const CallCard = memo(({ call, progress, ask }: CardProps): ReactNode => {
  const t = useWords(callTexts);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isOpenFromStart(call, ask);
  const standing = standingOf(call);
  const isActive = standing === "running" || standing === "queued";
  const isBackground = standing === "ok" && call.name === "Bash" && call.input["run_in_background"] === true;
  return (
    <section aria-label={`${shownName(call.name)}: ${t(standing)}`} className="my-1.5">
      <CardHead
        icon={iconOf(call.name)}
        iconLook={`${tones[standing]} ${isActive ? "animate-pulse" : ""}`}
        isOpen={isOpen}
        name={shownName(call.name)}
        onToggle={() => setChosen(!isOpen)}
      >
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-2">{summarizeCall(call)}</span>
        <span className={`shrink-0 text-xs ${tones[standing]}`}>
          {standing === "ok" ? "" : t(standing)}
          {isBackground ? <ShellMark callId={call.callId} /> : null}
          {isOver(standing) && !isBackground && (call.durationMs ?? 0) >= 1 && call.answers === undefined
            ? ` ${formatDuration(call.durationMs ?? 0)}`
            : ""}
        </span>
      </CardHead>
      {isOpen || (isActive && progress !== undefined) ? (
        <CallBody call={call} isWhole={isOpen} progress={progress} />
      ) : null}
      {ask ? <AskCard ask={ask} /> : null}
    </section>
  );
});
CallCard.displayName = "CallCard";
