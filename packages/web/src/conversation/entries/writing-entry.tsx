import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import type { Writing } from "../../session/session-store.ts";
import { useWords } from "../../text/use-words.tsx";
import { iconOf, shownName } from "../calls/call-summary.ts";
import { conversationTexts } from "../conversation-texts.ts";
import { Reasoning } from "./reasoning.tsx";

/** What the model is writing right now. */
export function WritingEntry({ writing }: { writing: Writing }): ReactNode {
  const t = useWords(conversationTexts);
  const { text, reasoning, calls, retry } = writing;
  return (
    <div aria-busy data-writing>
      {retry ? (
        <p className="my-2 text-sm text-warn" role="status">
          {t("retrying", { attempt: retry.attempt, seconds: Math.ceil(retry.delayMs / 1_000) })}
        </p>
      ) : null}
      <Reasoning isOpen={text === ""} text={reasoning} />
      <Markdown text={text} />
      {calls.map(({ name, text: input }, index) => {
        const Icon = iconOf(name);
        return (
          <p className="my-1 flex items-center gap-2 text-sm text-ink-3" key={index}>
            <Icon aria-hidden className="animate-pulse text-accent" size={15} />
            {t("writingCall", { name: shownName(name), chars: input.length })}
          </p>
        );
      })}
    </div>
  );
}
