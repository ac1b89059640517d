import { sessionsApi } from "@skillmint/core/protocol/api";
import { GitFork } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../../app/services.tsx";
import { keepDraft } from "../../composer/draft.ts";
import { useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";
import { useShown } from "../session-context.tsx";

/** Edit and send again: a new session from before the prompt, with its text to be changed. */
export function ForkButton({ promptSeq, text }: { promptSeq: number; text: string }): ReactNode {
  const t = useWords(conversationTexts);
  const { client } = useServices();
  const { rootId } = useShown();
  const [, go] = useLocation();
  const fork = async (): Promise<void> => {
    const { sessionId } = await client.call(sessionsApi.forkSession, {
      params: { id: rootId },
      body: { promptSeq },
    });
    keepDraft(sessionId, text);
    go(`/sessions/${sessionId}`);
  };
  return (
    <button
      aria-label={t("editAndResend")}
      className="inline-flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
      onClick={() => void fork()}
      title={t("editAndResend")}
      type="button"
    >
      <GitFork aria-hidden size={15} />
    </button>
  );
}
