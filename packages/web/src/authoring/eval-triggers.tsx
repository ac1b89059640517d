import type { EvalReply } from "@skillmint/core/protocol/api";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { formatShare } from "./eval-numbers.ts";
import { evalsTexts } from "./evals-texts.ts";
import { IntervalPlot, type PlotRow } from "./interval-plot.tsx";

type Triggers = NonNullable<EvalReply["summary"]["triggers"]>;

/** Whether the skill is used where it should be, and only there. */
export function EvalTriggers({ triggers }: { triggers: Triggers }): ReactNode {
  const t = useWords(evalsTexts);
  const rows = (["recall", "precision", "specificity"] as const).map((name): PlotRow => {
    const { rate, interval, hits, total } = triggers[name];
    const text = rate === null ? t("unknown") : `${formatShare(rate) ?? ""} (${hits}/${total})`;
    const spoken = interval
      ? t("value", {
          rate: text,
          low: formatShare(interval.low) ?? "",
          high: formatShare(interval.high) ?? "",
        })
      : text;
    return { label: t(name), note: t(`${name}.hint`), spoken, text, value: rate, interval, tone: "accent" };
  });
  return (
    <section>
      <h3 className="mb-3 text-sm font-semibold">{t("triggering")}</h3>
      <div className="max-w-2xl">
        <IntervalPlot from={0} label={t("triggering")} rows={rows} to={1} />
      </div>
      <ul className="mt-4 divide-y divide-line border-y border-line text-sm">
        {triggers.cases.map(({ id, query, shouldTrigger, triggered, part }) => {
          const isRight = triggered.total > 0 && triggered.hits === (shouldTrigger ? triggered.total : 0);
          const Icon = isRight ? CircleCheck : CircleX;
          return (
            <li className="flex gap-2.5 py-2" key={id}>
              <Icon
                aria-hidden
                className={`mt-1 shrink-0 ${isRight ? "text-accent" : "text-bad"}`}
                size={14}
              />
              <p className="min-w-0 flex-1 break-words">{query}</p>
              <p className="shrink-0 text-right text-xs text-ink-3">
                {t(shouldTrigger ? "shouldTrigger" : "shouldNot")}
                <br />
                {t("triggeredOf", { hits: triggered.hits, total: triggered.total })}
                {part === "held-out" ? ` · ${t("held")}` : ""}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
