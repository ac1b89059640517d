import type { ReactNode } from "react";
import { DeadEnd } from "../app/dead-end.tsx";
import { readDraft } from "../composer/draft.ts";
import { CopyButton } from "../design/copy-button.tsx";
import { useWords } from "../text/use-words.tsx";
import { conversationTexts } from "./conversation-texts.ts";

/** In place of a session that is not there. What was typed for it can still be taken along. */
export function MissingSession({ id }: { id: string }): ReactNode {
  const t = useWords(conversationTexts);
  const { text } = readDraft(id);
  return (
    <DeadEnd text={t("missing")}>
      {text.trim() === "" ? null : (
        <section aria-label={t("missing.draft")} className="w-full max-w-lg text-left">
          <h2 className="flex items-center justify-between gap-2 text-xs font-medium text-ink-3">
            {t("missing.draft")}
            <CopyButton text={text} />
          </h2>
          <p
            className="max-h-60 overflow-auto rounded-md bg-panel px-4 py-2.5 break-words whitespace-pre-wrap"
            tabIndex={0}
          >
            {text}
          </p>
        </section>
      )}
    </DeadEnd>
  );
}
