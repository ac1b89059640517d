import { sessionsApi } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { sessionId } = await client.call(sessionsApi.forkSession, {
        params: { id: rootId },
        body: { promptSeq },
      });
      keepDraft(sessionId, text);
      go(`/sessions/${sessionId}`);
    },
  });
  return (
    <>
      {error ? (
        <span className="px-1 text-xs text-bad" role="alert">
          {t("actionFailed", { message: error.message })}
        </span>
      ) : null}
      <button
        aria-label={t("editAndResend")}
        className="inline-flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
        disabled={isPending}
        onClick={() => mutate()}
        title={t("editAndResend")}
        type="button"
      >
        <GitFork aria-hidden size={15} />
      </button>
    </>
  );
}
