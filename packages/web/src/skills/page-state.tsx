import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";

/** Where something will stand: lines in its place, so that nothing jumps. */
export function LoadingLines({ count = 6 }: { count?: number }): ReactNode {
  const t = useWords(skillsTexts);
  return (
    <div aria-busy aria-label={t("loading")} className="space-y-3 p-3" role="status">
      {Array.from({ length: count }, (_, index) => (
        <div className="animate-pulse space-y-1.5" key={index}>
          <div className="h-3.5 w-40 max-w-full rounded-sm bg-line" />
          <div className="h-3 rounded-sm bg-panel" style={{ width: `${90 - ((index * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
}

/** What went wrong, and the way on. */
export function Failed({ message, onRetry }: { message: string; onRetry?: () => void }): ReactNode {
  const t = useWords(skillsTexts);
  return (
    <div
      className="my-3 flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad"
      role="alert"
    >
      <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">{message}</p>
      {onRetry ? <Button onClick={onRetry}>{t("retry")}</Button> : null}
    </div>
  );
}
