import type { CallView, SessionId, SessionView } from "@skillmint/core/protocol";
import { Bot } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatDuration } from "../../design/format.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { useShown } from "../session-context.tsx";
import { callTexts } from "./call-texts.ts";
import { CardHead } from "./card-head.tsx";
import { isOver, standingOf, type CallStanding } from "./call-state.ts";
import { textField } from "./text-field.ts";

/** How a sub-agent stands that is not done: with its session it works, waits or was left. */
function wordWork(view: SessionView | undefined): CallStanding {
  if (view?.run) return "running";
  return view?.ended?.reason === "waiting" ? "waiting" : "interrupted";
}

/** A sub-agent: what it was asked to do, what it does, and what came of it. */
export function AgentCard({ call, childId }: { call: CallView; childId: SessionId }): ReactNode {
  const t = useWords(callTexts);
  const { state, renderChild } = useShown();
  const child = state.view?.children[childId];
  const standing = standingOf(call);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? !isOver(standing);
  const spent = child?.endedAt === undefined ? undefined : child.endedAt - child.startedAt;
  return (
    <section className="my-2" data-agent={childId}>
      <CardHead
        icon={Bot}
        iconLook={isOver(standing) ? "text-ink-3" : "animate-pulse text-accent"}
        isOpen={isOpen}
        name={t("agent", { type: child?.agentType ?? call.name })}
        onToggle={() => setChosen(!isOpen)}
      >
        <span className="min-w-0 flex-1 truncate text-xs text-ink-2">
          {textField(call.input, "description")}
        </span>
        <span className="shrink-0 text-xs text-ink-3">
          {child?.background === true ? `${t("agentBackground")} · ` : ""}
          {standing === "ok" ? "" : t(isOver(standing) ? standing : wordWork(state.view))}
          {spent === undefined ? "" : ` ${formatDuration(spent)}`}
        </span>
      </CardHead>
      {isOpen ? (
        <div className="ml-[9px] border-l border-line pl-4 text-sm">
          <div className="mt-1 text-xs font-medium text-ink-3">{t("agentPrompt")}</div>
          <p className="[overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
            {child?.prompt ?? textField(call.input, "prompt")}
          </p>
          <div className="mt-2 text-xs font-medium text-ink-3">{t("agentWork")}</div>
          {renderChild(childId)}
          {child?.result === undefined ? null : (
            <>
              <div className="mt-2 text-xs font-medium text-ink-3">{t("agentResult")}</div>
              <Markdown text={child.result} />
            </>
          )}
        </div>
      ) : null}
    </section>
  );
}
