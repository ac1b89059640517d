import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

/** In place of what is not there: that it is not, and ways on. */
export function DeadEnd({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  const t = useWords(frameTexts);
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center" role="alert">
      <h1 className="text-ink-2">{text}</h1>
      {children}
      <p className="flex gap-6">
        <Link className="text-accent underline" to="/sessions">
          {t("allSessions")}
        </Link>
        <Link className="text-accent underline" to="/new">
          {t("nav.new")}
        </Link>
      </p>
    </div>
  );
}
