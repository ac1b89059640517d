import type { CallView, SessionId } from "@skillmint/core/protocol";
import { Bot } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatDuration } from "../../design/format.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { useShown } from "../session-context.tsx";
import { callTexts } from "./call-texts.ts";
import { CardHead } from "./card-head.tsx";
import { agentStandingOf, type AgentStanding } from "./agent-standing.ts";
import { isOver, standingOf } from "./call-state.ts";
import { textField } from "./text-field.ts";

const tones: Partial<Record<AgentStanding, string>> = {
  error: "text-bad",
  loop: "text-bad",
  limit: "text-warn",
  denied: "text-warn",
  interrupted: "text-warn",
};

/** A sub-agent: what it was asked to do, what it does, and what came of it. */
export function AgentCard({ call, childId }: { call: CallView; childId: SessionId }): ReactNode {
  const t = useWords(callTexts);
  const { state, renderChild } = useShown();
  const child = state.view?.children[childId];
  const standing = agentStandingOf(call, child, state.view);
  const [chosen, setChosen] = useState<boolean>();
  const isCalled = !isOver(standingOf(call));
  const isOpen = chosen ?? isCalled;
  const isActive = isCalled || standing === "running";
  const spent = child?.endedAt === undefined ? undefined : child.endedAt - child.startedAt;
  return (
    <section className="my-2" data-agent={childId}>
      <CardHead
        icon={Bot}
        iconLook={isActive ? "animate-pulse text-accent" : (tones[standing] ?? "text-ink-3")}
        isOpen={isOpen}
        name={t("agent", { type: child?.agentType ?? call.name })}
        onToggle={() => setChosen(!isOpen)}
      >
        <span className="min-w-0 flex-1 truncate text-xs text-ink-2">
          {textField(call.input, "description")}
        </span>
        <span className={`shrink-0 text-xs ${tones[standing] ?? "text-ink-3"}`}>
          {[
            ...(child?.background === true ? [t("inBackground")] : []),
            ...(standing === "ok" ? [] : [t(standing)]),
            ...(spent === undefined ? [] : [formatDuration(spent)]),
          ].join(" · ")}
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
          {(child?.result ?? "").trim() === "" ? null : (
            <>
              <div className="mt-2 text-xs font-medium text-ink-3">{t("agentResult")}</div>
              <Markdown text={child?.result ?? ""} />
            </>
          )}
        </div>
      ) : null}
    </section>
  );
}
