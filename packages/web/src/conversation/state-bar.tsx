import type { SessionView } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { formatCost, formatTokens } from "../design/format.ts";
import type { SessionState } from "../session/session-store.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { shownName } from "./calls/call-summary.ts";
import { conversationTexts } from "./conversation-texts.ts";
import { Elapsed } from "./elapsed.tsx";
import { useStanding } from "./use-standing.ts";

type Words = ReturnType<typeof useWords<(typeof conversationTexts)["en"]>>;

/** What is being done right now, in a few words. */
function wordActivity({ view, writing }: SessionState, t: Words): string {
  if (writing) return writing.text === "" ? t("bar.thinking") : t("bar.writing");
  const running = view?.openCalls.map((id) => view.calls[id]).find((call) => call?.state === "started");
  return running ? t("bar.tool", { name: shownName(running.name) }) : t("bar.thinking");
}

function canContinue(view: SessionView): boolean {
  const reason = view.ended?.reason;
  return !view.run && reason !== undefined && reason !== "done" && reason !== "waiting";
}

function Numbers({ view, t }: { view: SessionView; t: Words }): ReactNode {
  const { input, output, cost } = view.usage;
  if (input + output === 0) return null;
  return (
    <span className="ml-auto text-xs text-ink-3 tabular-nums">
      {t("tokens", { input: formatTokens(input), output: formatTokens(output) })}
      {cost === undefined ? "" : ` · ${formatCost(cost)}`}
    </span>
  );
}

/** How the session stands, and what can be done about it: stop, continue, answer. */
export function StateBar({ state, onJump }: { state: SessionState; onJump(): void }): ReactNode {
  const t = useWords(conversationTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const [problem, setProblem] = useState<string>();
  const { view, id } = state;
  const { isLeft } = useStanding(state);
  if (!view) return null;
  const act = (endpoint: typeof sessionsApi.stopSession | typeof sessionsApi.continueSession): void => {
    setProblem(undefined);
    client
      .call(endpoint, { params: { id } })
      .catch((error: Error) => setProblem(t("actionFailed", { message: wordError(error) })));
  };
  const isWorking = view.run !== null && !isLeft;
  const isWaiting = !view.run && view.ended?.reason === "waiting";
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-3 py-1 text-sm">
      {isWorking ? <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" /> : null}
      <span className={`empty:-mr-3 ${isLeft ? "text-warn" : "text-ink-2"}`} role="status">
        {isWorking ? wordActivity(state, t) : isLeft ? t("bar.interrupted") : ""}
      </span>
      {isWorking && view.run ? (
        <>
          <Elapsed since={view.run.at} />
          <Button look="quiet" onClick={() => act(sessionsApi.stopSession)}>
            {t("stop")}
          </Button>
        </>
      ) : null}
      {isWaiting ? (
        <Button className="-ml-3" look="quiet" onClick={onJump}>
          <span aria-hidden className="size-2 rounded-full bg-warn" />
          {t("bar.waiting")} · {t("jump")}
        </Button>
      ) : null}
      {isLeft || canContinue(view) ? (
        <Button onClick={() => act(sessionsApi.continueSession)}>
          {t(view.ended?.reason === "error" && !isLeft ? "tryAgain" : "continue")}
        </Button>
      ) : null}
      {problem === undefined ? null : (
        <span className="text-bad" role="alert">
          {problem}
        </span>
      )}
      <Numbers t={t} view={view} />
    </div>
  );
}
