import { ArrowRight, Compass, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { lastPart } from "../../composer/folder-chooser.tsx";
import { Button } from "../../design/button.tsx";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { startTexts } from "./start-texts.ts";
import { useTour } from "./use-tour.ts";

const examples = ["try.explain", "try.find", "try.write", "try.plan"] as const;

interface VisitProps {
  folder: string;
  onTry(prompt: string): void;
}

function Examples({ onTry }: Pick<VisitProps, "onTry">): ReactNode {
  const t = useWords(startTexts);
  return (
    <section aria-label={t("try.title")}>
      <h2 className="px-3 text-xs font-medium text-ink-3">{t("try.title")}</h2>
      <ul className="mt-1">
        {examples.map((key) => (
          <li key={key}>
            <button
              className="group flex w-full items-center gap-2 rounded-md px-3 py-1.5 text-left text-sm text-ink-2 hover:bg-panel hover:text-ink"
              onClick={() => onTry(t(key))}
              type="button"
            >
              <span className="flex-1">{t(key)}</span>
              <ArrowRight
                aria-hidden
                className="shrink-0 text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                size={15}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For somebody who has no key and was never here: what this is, what it is not, and how to begin. */
export function FirstVisit({ folder, onTry }: VisitProps): ReactNode {
  const t = useWords(startTexts);
  const wordError = useWordError();
  const tour = useTour(folder);
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t("demo.title")} className="flex gap-3 px-3">
        <Unplug aria-hidden className="mt-0.5 shrink-0 text-warn" size={18} />
        <div className="min-w-0 flex-1">
          <h2 className="text-sm font-medium">{t("demo.title")}</h2>
          <p className="mt-1 text-sm text-ink-2">{t("demo.explain")}</p>
          <p className="mt-2 text-sm text-ink-3">
            <Link className="font-medium text-accent underline underline-offset-2" to="/settings/models">
              {t("demo.connect")}
            </Link>
            {": "}
            {t("demo.how")}
          </p>
        </div>
      </section>
      <section aria-label={t("tour.title")} className="flex gap-3 px-3">
        <Compass aria-hidden className="mt-0.5 shrink-0 text-accent" size={18} />
        <div className="min-w-0 flex-1">
          <h2 className="text-sm font-medium">{t("tour.title")}</h2>
          <p className="mt-1 text-sm text-ink-2">{t("tour.explain", { folder: lastPart(folder) })}</p>
          <Button className="mt-2" disabled={tour.isPending} look="primary" onClick={() => tour.mutate()}>
            {t("tour.start")}
          </Button>
          {tour.error ? (
            <p className="mt-2 text-sm text-bad" role="alert">
              {t("tour.failed", { message: wordError(tour.error) })}
            </p>
          ) : null}
        </div>
      </section>
      <Examples onTry={onTry} />
    </div>
  );
}
