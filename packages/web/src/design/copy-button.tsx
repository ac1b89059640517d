import { Check, Copy } from "lucide-react";
import { useState, type ReactNode } from "react";
import { copyText } from "./copy-text.ts";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

/** Copies a text, and says that it did. */
export function CopyButton({ text, label }: { text: string; label?: string }): ReactNode {
  const t = useWords(frameTexts);
  const [isDone, setDone] = useState(false);
  const name = isDone ? t("copied") : (label ?? t("copy"));
  return (
    <button
      aria-label={name}
      className="inline-flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
      onClick={() => {
        void copyText(text).then(
          () => {
            setDone(true);
            setTimeout(() => setDone(false), 1_500);
          },
          (error: unknown) => console.warn("copy", error),
        );
      }}
      title={name}
      type="button"
    >
      {isDone ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />}
    </button>
  );
}
