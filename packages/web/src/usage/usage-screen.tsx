import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "../design/button.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { Breakdown } from "./breakdown.tsx";
import { PlotPart, type Shown } from "./plot-part.tsx";
import { Toggle } from "./toggle.tsx";
import { Totals } from "./totals.tsx";
import { ranges, type Range } from "./usage-range.ts";
import { usageTexts } from "./usage-texts.ts";
import { useUsage } from "./use-usage.ts";

function Empty(): ReactNode {
  const t = useWords(usageTexts);
  return (
    <div className="py-16 text-center">
      <p className="text-ink-2">{t("empty")}</p>
      <p className="mt-1 mb-4 text-sm text-ink-3">{t("empty.hint")}</p>
      <Link className="text-accent underline" to="/new">
        {t("new")}
      </Link>
    </div>
  );
}

function Content({ range }: { range: Range }): ReactNode {
  const t = useWords(usageTexts);
  const wordError = useWordError();
  const [shown, setShown] = useState<Shown>({ measure: "tokens", by: "model" });
  const { data, error, refetch, isPlaceholderData } = useUsage(range);
  if (error && !data) {
    const message = wordError(error);
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-bad" role="alert">
        {t("failed", { message })} <Button onClick={() => void refetch()}>{t("retry")}</Button>
      </p>
    );
  }
  if (!data)
    return (
      <p aria-busy className="text-ink-3" role="status">
        {t("loading")}
      </p>
    );
  if (data.total.requests === 0 && data.total.runs === 0) return <Empty />;
  return (
    <div aria-busy={isPlaceholderData} className={`space-y-9 ${isPlaceholderData ? "opacity-60" : ""}`}>
      <Totals total={data.total} />
      <PlotPart onShow={setShown} shown={shown} usage={data} />
      <Breakdown shown={shown} usage={data} />
    </div>
  );
}

/** What models were paid for, in tokens, money and time. */
export default function UsageScreen(): ReactNode {
  const t = useWords(usageTexts);
  const [range, setRange] = useState<Range>(30);
  return (
    <div className="h-full overflow-y-auto" tabIndex={0}>
      <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-lg font-semibold">{t("title")}</h1>
          <Toggle<Range>
            label={t("range")}
            onChoose={setRange}
            options={ranges.map((days) => [days, t(`range.${days}`)] as const)}
            value={range}
          />
        </div>
        <Content range={range} />
      </div>
    </div>
  );
}
