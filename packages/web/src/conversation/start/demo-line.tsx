import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { startTexts } from "./start-texts.ts";
import { useTour } from "./use-tour.ts";

/** For those who know the demo already: that it still is one, and the way out of it. */
export function DemoLine({ folder }: { folder: string | undefined }): ReactNode {
  const t = useWords(startTexts);
  const wordError = useWordError();
  const tour = useTour(folder);
  const link = "font-medium text-accent underline underline-offset-2";
  return (
    <p className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-sm text-ink-3">
      <span>{t("demo.short")}</span>
      <Link className={link} to="/settings/models">
        {t("demo.connect")}
      </Link>
      <button className={link} disabled={tour.isPending} onClick={() => tour.mutate()} type="button">
        {t("tour.short")}
      </button>
      {tour.error ? (
        <span className="text-bad" role="alert">
          {t("tour.failed", { message: wordError(tour.error) })}
        </span>
      ) : null}
    </p>
  );
}
