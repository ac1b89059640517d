import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { conversationTexts } from "./conversation-texts.ts";

/** In place of a session that is not there, ways on. */
export function MissingSession(): ReactNode {
  const t = useWords(conversationTexts);
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center" role="alert">
      <h1 className="text-ink-2">{t("missing")}</h1>
      <p className="flex gap-6">
        <Link className="text-accent underline" to="/sessions">
          {t("allSessions")}
        </Link>
        <Link className="text-accent underline" to="/new">
          {t("newSession")}
        </Link>
      </p>
    </div>
  );
}
