import { explain, type Entry } from "@skillmint/core/protocol";
import { CircleAlert, Info, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";

type Of<K extends Entry["kind"]> = Extract<Entry, { kind: K }>;

/** What the engine told the model. */
export function NoteEntry({ entry }: { entry: Of<"note"> }): ReactNode {
  const t = useWords(conversationTexts);
  const title = entry.agent ? t("agentReport", { type: entry.agent.agentType }) : t("note");
  return (
    <details className="my-2 text-sm text-ink-2">
      <summary className="flex items-center gap-2 text-ink-3 select-none">
        <Info aria-hidden size={14} />
        {title}
      </summary>
      <div className="mt-1 border-l border-line pl-4">
        <Markdown text={entry.text} />
      </div>
    </details>
  );
}

export function SkillEntry({ entry }: { entry: Of<"skill"> }): ReactNode {
  const t = useWords(conversationTexts);
  return (
    <details className="my-2 text-sm">
      <summary className="flex items-center gap-2 text-ink-2 select-none">
        <Sparkles aria-hidden className="text-accent" size={14} />
        {t("skillLoaded", { name: entry.name })}
      </summary>
      <div className="mt-1 border-l border-line pl-4 text-ink-2">
        <Markdown text={entry.text} />
      </div>
    </details>
  );
}

export function FailureEntry({ entry }: { entry: Of<"failure"> }): ReactNode {
  const { language } = useLanguage();
  return (
    <div className="my-3 flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad" role="alert">
      <CircleAlert aria-hidden className="mt-1 shrink-0" size={15} />
      <div className="min-w-0 break-words whitespace-pre-wrap">{explain(entry.error, language)}</div>
    </div>
  );
}

/** Why a run ended, where that is not simply that it was done. */
export function EndEntry({ entry }: { entry: Of<"end"> }): ReactNode {
  const t = useWords(conversationTexts);
  const { language } = useLanguage();
  if (entry.reason === "done" || entry.reason === "waiting") return null;
  const text = entry.error ? explain(entry.error, language) : t(`end.${entry.reason}`);
  return (
    <p className="my-3 text-sm text-warn" role="status">
      {text}
    </p>
  );
}
