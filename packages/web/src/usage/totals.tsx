import type { UsageNumbers } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { formatMeasure, tokensOf } from "./measure.ts";
import { usageTexts } from "./usage-texts.ts";

function Figure({ name, value, lines }: { name: string; value: string; lines: string[] }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-ink-3">{name}</dt>
      <dd>
        <span className="block text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        {lines.map((line) => (
          <span className="block text-xs text-ink-3" key={line}>
            {line}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The sums of the range. */
export function Totals({ total }: { total: UsageNumbers }): ReactNode {
  const t = useWords(usageTexts);
  const { input, output, cacheRead, cacheWrite, cost, timeMs, runs, requests, unpriced } = total;
  const sent = input + cacheRead + cacheWrite;
  const share = sent === 0 ? 0 : Math.round((100 * cacheRead) / sent);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
      <Figure
        lines={[
          t("total.tokens", { input: formatTokens(sent), output: formatTokens(output) }),
          ...(share > 0 ? [t("total.cached", { share })] : []),
        ]}
        name={t("tokens")}
        value={formatMeasure(tokensOf(total), "tokens")}
      />
      <Figure
        lines={[unpriced > 0 ? t("total.unpriced", { count: unpriced }) : t("total.allPriced")]}
        name={t("cost")}
        value={formatMeasure(cost, "cost")}
      />
      <Figure
        lines={[t("total.time", { runs }), t("total.requests", { requests })]}
        name={t("time")}
        value={formatMeasure(timeMs, "time")}
      />
    </dl>
  );
}
