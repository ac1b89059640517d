import { sessionsApi } from "@skillmint/core/protocol/api";
import type { AskId } from "@skillmint/core/protocol";
import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { useServices } from "../../app/services.tsx";
import { keep } from "../../skills/kept.ts";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { useShown } from "../session-context.tsx";
import { askTexts } from "./ask-texts.ts";

export interface Answering {
  send(answer: string | string[]): void;
  isSending: boolean;
  /** Why the last try did not work. */
  problem: string | undefined;
}

/** Under which name it is kept what a person chose and wrote for an ask, until it is answered. */
export const keptName = (askId: AskId): string => `ask-${askId}`;

/** Answers an ask of the session that is shown, or of a sub-agent of it; exactly one answer counts. */
export function useAnswer(askId: AskId): Answering {
  const { client } = useServices();
  const { rootId } = useShown();
  const t = useWords(askTexts);
  const wordError = useWordError();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (answer: string | string[]): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      await client.call(sessionsApi.answerAsk, { params: { id: rootId }, body: { askId, answer } });
      keep(keptName(askId), undefined);
      // The card goes; who works by keyboard stays in the conversation.
      document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    } catch (error) {
      const isLate =
        error instanceof ApiError && (error.code === "ask-answered" || error.code === "ask-not-found");
      if (isLate) keep(keptName(askId), undefined);
      setProblem(isLate ? t("tooLate") : t("failed", { message: wordError(error as Error) }));
      setSending(false);
    }
  };
  return { send: (answer) => void send(answer), isSending, problem };
}
