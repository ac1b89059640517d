import type { SessionRow } from "@skillmint/core/protocol/api";
import { GitFork } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { sessionsTexts } from "./sessions-texts.ts";
import { stateTones, StateMark } from "./state-mark.tsx";

function formatTime(at: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: "2-digit", minute: "2-digit" }
    : { month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(language, format).format(at);
}

/** One session of a list; `snippet`: what was found in it. */
export function SessionLine({ session, snippet }: { session: SessionRow; snippet?: string }): ReactNode {
  const t = useWords(sessionsTexts);
  const frame = useWords(frameTexts);
  const { language } = useLanguage();
  const folder = session.folder.split(/[/\\]/).at(-1) ?? session.folder;
  return (
    <Link
      className="flex items-baseline gap-3 rounded-md px-3 py-2 hover:bg-panel"
      to={`/sessions/${session.id}`}
    >
      <StateMark state={session.state} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate" title={session.title}>
            {session.title === "" ? session.id : session.title}
          </span>
          {session.forkOf === undefined ? null : (
            <span className="shrink-0 text-ink-3" title={t("fork")}>
              <GitFork aria-hidden size={13} />
              <span className="sr-only">{t("fork")}</span>
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-ink-3" title={session.folder}>
          {session.state === "done" ? null : (
            <span
              aria-hidden
              className={stateTones[session.state]}
            >{`${frame(`state.${session.state}`)} · `}</span>
          )}
          {snippet ?? `${folder} · ${session.model}`}
        </span>
      </span>
      <time
        className="shrink-0 text-xs text-ink-3 tabular-nums"
        dateTime={new Date(session.updatedAt).toISOString()}
      >
        {formatTime(session.updatedAt, language)}
      </time>
    </Link>
  );
}
