import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";

/** What a model thought before it answered: there for who wants to know. */
export function Reasoning({ text, isOpen = false }: { text: string; isOpen?: boolean }): ReactNode {
  const t = useWords(conversationTexts);
  if (text.trim() === "") return null;
  return (
    <details className="my-2 text-sm text-ink-2" open={isOpen}>
      <summary className="text-ink-3 select-none">{t("reasoning")}</summary>
      <p className="mt-1 border-l border-line pl-4 whitespace-pre-wrap">{text}</p>
    </details>
  );
}
