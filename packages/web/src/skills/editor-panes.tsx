import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useWords } from "../text/use-words.tsx";
import { Choice } from "./choice.tsx";
import { skillEditTexts } from "./skill-edit-texts.ts";

interface PanesProps {
  /** Title and actions. */
  head: ReactNode;
  notices: ReactNode;
  text: ReactNode;
  /** `showText` brings the other side into sight where only one is. */
  preview(showText: () => void): ReactNode;
}

/** Writing on the left, what comes of it on the right; one at a time where there is no room for both. */
export function EditorPanes({ head, notices, text, preview }: PanesProps): ReactNode {
  const t = useWords(skillEditTexts);
  const [shown, setShown] = useState<"text" | "preview">("text");
  const pane = (name: "text" | "preview"): string =>
    `relative min-h-0 min-w-0 overflow-y-auto ${shown === name ? "" : "max-lg:hidden"}`;
  return (
    <div className="flex h-full flex-col">
      <header className="border-b border-line px-4">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">{head}</div>
        {notices}
        <div className="pb-2 lg:hidden">
          <Choice
            label={t("preview")}
            onChange={setShown}
            options={[
              { value: "text", text: t("text") },
              { value: "preview", text: t("preview") },
            ]}
            value={shown}
          />
        </div>
      </header>
      <div className="grid min-h-0 flex-1 lg:grid-cols-2">
        <div className={pane("text")}>{text}</div>
        <section
          aria-label={t("preview")}
          className={`${pane("preview")} lg:border-l lg:border-line`}
          tabIndex={0}
        >
          {preview(() => flushSync(() => setShown("text")))}
        </section>
      </div>
    </div>
  );
}
