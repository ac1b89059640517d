import type { Entry } from "@skillmint/core/protocol";
import { Info, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";
import { ProblemBox } from "./problem-box.tsx";

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

/** An answer that broke off: what had come of it, and why. */
export function FailureEntry({ entry }: { entry: Of<"failure"> }): ReactNode {
  return (
    <>
      {entry.text.trim() === "" ? null : (
        <div className="my-3 text-ink-2">
          <Markdown text={entry.text} />
        </div>
      )}
      {entry.error.code === "cancelled" ? null : <ProblemBox error={entry.error} />}
    </>
  );
}

interface EndProps {
  entry: Of<"end">;
  before: Entry | undefined;
}

/** Why a run ended, where that is not simply that it was done, and was not said before. */
export function EndEntry({ entry, before }: EndProps): ReactNode {
  const t = useWords(conversationTexts);
  const { reason, error } = entry;
  if (reason === "done" || reason === "waiting") return null;
  if (error && before?.kind === "failure" && before.error.code === error.code) return null;
  if (error) return <ProblemBox error={error} />;
  return (
    <p className="my-3 text-sm text-warn" role="status">
      {t(`end.${reason}`)}
    </p>
  );
}
