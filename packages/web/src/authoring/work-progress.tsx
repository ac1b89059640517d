import type { Job } from "@skillmint/core/protocol/api";
import { LoaderCircle, Square } from "lucide-react";
import type { ReactNode } from "react";
import { Elapsed } from "../conversation/elapsed.tsx";
import { Button } from "../design/button.tsx";
import { Failed } from "../skills/page-state.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { jobTexts } from "./job-texts.ts";
import type { Work } from "./use-work.ts";

interface ProgressProps {
  work: Work<unknown, never>;
  /** Starts the same again. */
  onRetry?: () => void;
}

function Steps({ job }: { job: Job }): ReactNode {
  const t = useWords(jobTexts);
  if (job.steps.length < 2) return null;
  return (
    <details className="mt-2 text-sm" open>
      <summary className="cursor-pointer text-xs text-ink-3 hover:text-ink">
        {t("steps", { count: job.steps.length })}
      </summary>
      <ol className="mt-1 max-h-72 space-y-0.5 overflow-y-auto border-l-2 border-line pl-3" tabIndex={0}>
        {job.steps.map(({ n, text }) => (
          <li className="break-words text-ink-2" key={n}>
            {text}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Running({ work, job }: { work: ProgressProps["work"]; job: Job }): ReactNode {
  const t = useWords(jobTexts);
  return (
    <section className="my-4 rounded-md bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <LoaderCircle aria-hidden className="animate-spin text-accent motion-reduce:animate-none" size={16} />
        <p className="min-w-0 flex-1 text-sm" role="status">
          <span className="font-medium">{job.steps.at(-1)?.text ?? t("starting")}</span>
        </p>
        <span className="text-xs text-ink-3 tabular-nums">
          <Elapsed since={job.startedAt} />
        </span>
        <Button disabled={work.isCancelling} onClick={work.cancel}>
          <Square aria-hidden size={12} />
          {t(work.isCancelling ? "cancelling" : "cancel")}
        </Button>
      </div>
      <Steps job={job} />
      <p className="mt-2 text-xs text-ink-3">{t("leave")}</p>
    </section>
  );
}

/** How long work stands: what it does, that it was stopped, or why it failed. Nothing where it is done. */
export function WorkProgress({ work, onRetry }: ProgressProps): ReactNode {
  const t = useWords(jobTexts);
  const wordError = useWordError();
  const { job, error, isLost, isRunning } = work;
  const retry = onRetry ? { onRetry } : {};
  if (error) return <Failed message={t("failed", { message: wordError(error) })} {...retry} />;
  if (isLost) return <Failed message={t("lost")} {...retry} />;
  if (isRunning && job) return <Running job={job} work={work} />;
  if (isRunning)
    return (
      <p className="my-4 text-sm text-ink-3" role="status">
        {t("starting")}
      </p>
    );
  if (job?.state === "failed")
    return (
      <>
        <Failed message={t("failed", { message: job.error?.message ?? "" })} {...retry} />
        <Steps job={job} />
      </>
    );
  if (job?.state === "cancelled")
    return (
      <p className="my-4 rounded-md bg-panel px-4 py-2 text-sm text-ink-2" role="status">
        {t("cancelled")}
      </p>
    );
  return null;
}
