import { sessionsApi } from "@skillmint/core/protocol/api";
import type { AskId } from "@skillmint/core/protocol";
import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { useShown } from "../session-context.tsx";
import { askTexts } from "./ask-texts.ts";

export interface Answering {
  send(answer: string | string[]): void;
  isSending: boolean;
  /** Why the last try did not work. */
  problem: string | undefined;
}

/** Answers an ask of the session that is shown, or of a sub-agent of it; exactly one answer counts. */
export function useAnswer(askId: AskId): Answering {
  const { client } = useServices();
  const { rootId } = useShown();
  const t = useWords(askTexts);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (answer: string | string[]): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      await client.call(sessionsApi.answerAsk, { params: { id: rootId }, body: { askId, answer } });
      // The card goes; who works by keyboard stays in the conversation.
      document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    } catch (error) {
      const isLate =
        error instanceof ApiError && (error.code === "ask-answered" || error.code === "ask-not-found");
      setProblem(isLate ? t("tooLate") : t("failed", { message: (error as Error).message }));
      setSending(false);
    }
  };
  return { send: (answer) => void send(answer), isSending, problem };
}
