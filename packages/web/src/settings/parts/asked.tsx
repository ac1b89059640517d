import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { settingsTexts } from "../settings-texts.ts";

interface AskedProps<T> {
  query: UseQueryResult<T>;
  children(data: T): ReactNode;
}

/** What the server says, once it did; before that a place for it, and where it fails why, with a way on. */
export function Asked<T>({ query, children }: AskedProps<T>): ReactNode {
  const t = useWords(settingsTexts);
  const explain = useWordError();
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-bad" role="alert">
        <span className="min-w-0 break-words">{t("unread", { message: explain(error) })}</span>
        <Button onClick={() => void query.refetch()}>{t("retry")}</Button>
      </div>
    );
  return (
    <div aria-busy className="space-y-2" role="status">
      <span className="sr-only">{t("loading")}</span>
      <div className="h-4 w-2/3 animate-pulse rounded-sm bg-panel" />
      <div className="h-4 w-1/2 animate-pulse rounded-sm bg-panel" />
    </div>
  );
}
