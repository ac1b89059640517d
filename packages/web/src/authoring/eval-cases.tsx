import type { EvalReply } from "@skillmint/core/protocol/api";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { formatShare, runsOf } from "./eval-numbers.ts";
import { EvalRun } from "./eval-run.tsx";
import { evalsTexts } from "./evals-texts.ts";

/** Each case with what its runs met; the evidence where that is asked for. */
export function EvalCases({ result }: { result: EvalReply }): ReactNode {
  const t = useWords(evalsTexts);
  const { cases } = result.summary;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{t("byCase")}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {cases.map(({ id, prompt, part, passRates }) => (
          <li key={id}>
            <details className="group">
              <summary className="flex cursor-pointer list-none items-start gap-2.5 py-2 hover:bg-panel">
                <ChevronRight
                  aria-hidden
                  className="mt-1 shrink-0 text-ink-3 group-open:rotate-90"
                  size={14}
                />
                <span className="min-w-0 flex-1 text-sm">
                  <span className="line-clamp-2 break-words">{prompt}</span>
                  <span className="text-xs text-ink-3">
                    {id}
                    {part === "held-out" ? ` · ${t("held")}` : ""}
                  </span>
                </span>
                <span className="grid shrink-0 grid-cols-[auto_auto] gap-x-2 text-right text-xs text-ink-3 tabular-nums">
                  {result.arms.map((arm) => (
                    <span className="contents" key={arm}>
                      <span>{t(`arm.${arm}`)}</span>
                      <span className="text-ink">{formatShare(passRates[arm] ?? null) ?? "–"}</span>
                    </span>
                  ))}
                </span>
              </summary>
              <ul className="space-y-4 pt-1 pb-4 pl-6">
                {runsOf(result, id).map((run) => (
                  <EvalRun key={`${run.arm} ${run.number}`} run={run} />
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
