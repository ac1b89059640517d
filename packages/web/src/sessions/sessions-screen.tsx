import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useState, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { Button } from "../design/button.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { buildForest, type SessionNode } from "./build-forest.ts";
import { groupByDay } from "./group-by-day.ts";
import { SessionTree, type ShownSession } from "./session-tree.tsx";
import { sessionsTexts } from "./sessions-texts.ts";
import { useSearch, useSessions } from "./use-sessions.ts";

/** When a session or a fork of it was last worked on. */
function newestIn({ row, forks }: SessionNode<ShownSession>): number {
  return Math.max(row.session.updatedAt, ...forks.map(newestIn));
}

function Unread({ error, onRetry }: { error: Error; onRetry(): void }): ReactNode {
  const t = useWords(sessionsTexts);
  const wordError = useWordError();
  return (
    <p className="flex flex-wrap items-center gap-3 px-3 py-2 text-bad" role="alert">
      {t("failed", { message: wordError(error) })} <Button onClick={onRetry}>{t("retry")}</Button>
    </p>
  );
}

function Found({ query }: { query: string }): ReactNode {
  const t = useWords(sessionsTexts);
  const { data, error, refetch } = useSearch(query);
  if (error && !data) return <Unread error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy className="h-10" />;
  if (data.length === 0) return <p className="px-3 text-ink-3">{t("nothingFound", { query })}</p>;
  return <SessionTree nodes={buildForest(data, ({ session }) => session)} />;
}

function All(): ReactNode {
  const t = useWords(sessionsTexts);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSessions();
  if (error && !data) return <Unread error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy className="h-10" />;
  const sessions = data.pages.flat().map((session) => ({ session }));
  if (sessions.length === 0)
    return (
      <div className="px-3 py-10 text-center text-ink-2">
        <p className="mb-4">{t("empty")}</p>
        <Link className="text-accent underline" to="/new">
          {t("new")}
        </Link>
      </div>
    );
  return (
    <>
      {groupByDay(
        buildForest(sessions, ({ session }) => session),
        newestIn,
        Date.now(),
      ).map(([group, nodes]) => (
        <section aria-label={t(group)} key={group}>
          <h2 className="mt-5 mb-1 px-3 text-xs font-medium text-ink-3">{t(group)}</h2>
          <SessionTree nodes={nodes} />
        </section>
      ))}
      {hasNextPage ? (
        <div className="p-3">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** All sessions, and a search through everything that was said in them. */
export default function SessionsScreen(): ReactNode {
  const t = useWords(sessionsTexts);
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(() => address.get("q") ?? "");
  const query = useDeferredValue(typed.trim());
  // The way back from what was found leads to the search.
  useEffect(() => setAddress(query === "" ? {} : { q: query }, { replace: true }), [query, setAddress]);
  return (
    <div className="relative h-full overflow-y-auto" tabIndex={0}>
      <div className="mx-auto w-full max-w-reading px-4 py-6">
        <h1 className="mb-4 px-3 text-lg font-semibold">{t("title")}</h1>
        <label className="mb-2 flex items-center gap-2 rounded-md border border-line-strong bg-raised px-3 focus-within:border-accent">
          <Search aria-hidden className="text-ink-3" size={16} />
          <input
            aria-label={t("search")}
            className="min-w-0 flex-1 bg-transparent py-2 outline-none"
            onChange={(event) => setTyped(event.target.value)}
            placeholder={t("search")}
            type="search"
            value={typed}
          />
        </label>
        {query === "" ? <All /> : <Found query={query} />}
      </div>
    </div>
  );
}
