import type { EvalReply } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { EvalArms } from "./eval-arms.tsx";
import { EvalCases } from "./eval-cases.tsx";
import { EvalCosts } from "./eval-costs.tsx";
import { EvalTriggers } from "./eval-triggers.tsx";
import { evalsTexts } from "./evals-texts.ts";
import { saveReport } from "./save-report.ts";

/** The report as a file: it opens anywhere, without this server. */
function Report({ id }: { id: string }): ReactNode {
  const t = useWords(evalsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const save = useMutation({ mutationFn: () => saveReport(client, id, place) });
  return (
    <>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden size={14} />
        {t("report")}
      </Button>
      {save.error ? <Failed message={t("report.failed", { message: wordError(save.error) })} /> : null}
    </>
  );
}

/** What was found out: the difference first, then where it comes from and what it costs. */
export function EvalResult({ result }: { result: EvalReply }): ReactNode {
  const t = useWords(evalsTexts);
  const { language } = useLanguage();
  const { startedAt, ms, model, judgeModel, state, stopped, done, total, spent, summary } = result;
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    startedAt,
  );
  const facts = { tokens: formatTokens(spent.tokens), time: formatDuration(ms) };
  return (
    <section aria-label={t("result", { when })} className="space-y-8">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold">{t("result", { when })}</h2>
          <p className="text-xs break-words text-ink-3">
            {t("models", { model, judge: judgeModel })} ·{" "}
            {spent.cost === undefined
              ? t("spent", facts)
              : t("spentCost", { ...facts, cost: formatCost(spent.cost) })}
          </p>
        </div>
        <Report id={result.skill.id} />
      </header>
      {state === "partial" ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn" role="status">
          {t("partial", { done, total, reason: stopped?.message ?? "" })}
        </p>
      ) : null}
      {summary.arms.length > 0 ? <EvalArms result={result} /> : null}
      {summary.triggers ? <EvalTriggers triggers={summary.triggers} /> : null}
      {summary.arms.length > 0 ? <EvalCosts arms={summary.arms} /> : null}
      {summary.cases.length > 0 ? <EvalCases result={result} /> : null}
    </section>
  );
}
