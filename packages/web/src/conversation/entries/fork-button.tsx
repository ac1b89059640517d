import { sessionsApi } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { GitFork } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { Client } from "../../api/client.ts";
import { useServices } from "../../app/services.tsx";
import type { Attachment } from "../../composer/attachment.ts";
import { fillShelf, shelfOf } from "../../composer/attachment-shelf.ts";
import { keepDraft } from "../../composer/draft.ts";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";
import { useShown } from "../session-context.tsx";
import type { ReadPrompt } from "./read-prompt.ts";

interface ForkProps {
  promptSeq: number;
  prompt: ReadPrompt;
}

/** What went along with a prompt, as if it were attached again. */
async function attachAgain(client: Client, { files, images }: ReadPrompt): Promise<Attachment[]> {
  const texts = files.map(({ name, text }, index): Attachment => ({
    id: `file-${index}`,
    name,
    kind: "text",
    blob: new Blob([text], { type: "text/plain" }),
  }));
  const pictures = images.map(async ({ blob, mediaType }, index): Promise<Attachment> => ({
    id: `image-${index}`,
    name: `${index + 1}.${mediaType.slice("image/".length)}`,
    kind: "image",
    blob: await (await client.open(`/api/blobs/${blob}?type=${encodeURIComponent(mediaType)}`)).blob(),
  }));
  return [...texts, ...(await Promise.all(pictures))];
}

/** Edit and send again: a new session from before the prompt, with all that was in it to be changed. */
export function ForkButton({ promptSeq, prompt }: ForkProps): ReactNode {
  const t = useWords(conversationTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { rootId } = useShown();
  const [, go] = useLocation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const attachments = await attachAgain(client, prompt);
      const { sessionId } = await client.call(sessionsApi.forkSession, {
        params: { id: rootId },
        body: { promptSeq },
      });
      keepDraft(sessionId, prompt.text);
      await fillShelf(shelfOf(sessionId), attachments);
      go(`/sessions/${sessionId}`);
    },
  });
  return (
    <>
      {error ? (
        <span className="px-1 text-xs text-bad" role="alert">
          {t("actionFailed", { message: wordError(error) })}
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
