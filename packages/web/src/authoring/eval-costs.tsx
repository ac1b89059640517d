import type { EvalArmSummary } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { formatShare, meanOf } from "./eval-numbers.ts";
import { evalsTexts } from "./evals-texts.ts";

/** What one run of each arm used up. */
export function EvalCosts({ arms }: { arms: readonly EvalArmSummary[] }): ReactNode {
  const t = useWords(evalsTexts);
  const unknown = t("unknown");
  const word = (value: number | undefined, format: (value: number) => string): string =>
    value === undefined ? unknown : format(value);
  const head = ["tokens", "dollars", "time", "calls", "activated", "whole"] as const;
  return (
    <section>
      <h3 className="text-sm font-semibold">{t("cost")}</h3>
      <p className="mb-2 text-xs text-ink-3">{t("perRun")}</p>
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="w-full min-w-[36rem] text-sm tabular-nums">
          <thead className="text-left text-xs text-ink-3">
            <tr>
              <th className="py-1.5 pr-4 font-medium">{t("arm")}</th>
              {head.map((name) => (
                <th className="py-1.5 pr-4 text-right font-medium" key={name}>
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {arms.map(({ arm, tokens, cost, seconds, toolCalls, activated, wholeRuns }) => (
              <tr className="border-t border-line" key={arm}>
                <th className="py-1.5 pr-4 text-left font-normal">{t(`arm.${arm}`)}</th>
                {[
                  word(meanOf(tokens), (value) => formatTokens(Math.round(value))),
                  word(meanOf(cost), formatCost),
                  word(meanOf(seconds), (value) => formatDuration(value * 1_000)),
                  word(meanOf(toolCalls), (value) => value.toFixed(1)),
                  formatShare(activated.rate) ?? unknown,
                  wholeRuns.total === 0 ? unknown : `${wholeRuns.hits}/${wholeRuns.total}`,
                ].map((text, index) => (
                  <td className="py-1.5 pr-4 text-right" key={head[index]}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
