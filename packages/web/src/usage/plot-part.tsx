import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { formatMeasure, measures, type Measure } from "./measure.ts";
import { seriesColor } from "./plot-colors.ts";
import { plotSeries, splits, type Series, type Split } from "./plot-series.ts";
import { Toggle } from "./toggle.tsx";
import { daysOfRange, formatDay } from "./usage-range.ts";
import { usageTexts } from "./usage-texts.ts";
import type { useUsage } from "./use-usage.ts";

const UsagePlot = lazy(async () => ({ default: (await import("./usage-plot.tsx")).UsagePlot }));

export interface Shown {
  measure: Measure;
  by: Split;
}

interface PlotPartProps {
  usage: NonNullable<ReturnType<typeof useUsage>["data"]>;
  shown: Shown;
  onShow(shown: Shown): void;
}

/** Which series are which, with what they sum up to: over the range, or on the day under the pointer. */
function Legend({ series, measure, day }: { series: readonly Series[]; measure: Measure; day?: number }) {
  const t = useWords(usageTexts);
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-2">
      {series.map(({ name, values, total }, index) => (
        <li className="flex min-w-0 items-center gap-1.5" key={`${name}`}>
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-xs"
            style={{ backgroundColor: seriesColor(index) }}
          />
          <span className="truncate">{name ?? (name === null ? t("noSkill") : t("others"))}</span>
          <span className="text-ink-3 tabular-nums">
            {formatMeasure(day === undefined ? total : (values[day] ?? 0), measure)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What was used on each day. */
export function PlotPart({ usage, shown, onShow }: PlotPartProps): ReactNode {
  const t = useWords(usageTexts);
  const { language } = useLanguage();
  const { measure, by } = shown;
  const { rows, range, now } = usage;
  const [point, setPoint] = useState<number>();
  const days = useMemo(() => daysOfRange(range, now), [range, now]);
  const series = useMemo(() => plotSeries(rows, days, { measure, by }), [rows, days, measure, by]);
  const day = point === undefined ? undefined : days[point];
  const sum = (index: number): number =>
    series.reduce((total, { values }) => total + (values[index] ?? 0), 0);
  return (
    <section aria-label={t("by.day")}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Toggle
          label={t("measure")}
          onChoose={(next) => onShow({ measure: next, by })}
          options={measures.map((name) => [name, t(name)] as const)}
          value={measure}
        />
        <Toggle
          label={t("by")}
          onChoose={(next) => onShow({ measure, by: next })}
          options={splits.map((name) => [name, t(`by.${name}`)] as const)}
          value={by}
        />
        <span className="ml-auto text-sm text-ink-2 tabular-nums">
          {day === undefined || point === undefined
            ? ""
            : t("hover", { day: formatDay(day, language), value: formatMeasure(sum(point), measure) })}
        </span>
      </div>
      {series.length === 0 ? (
        <p className="flex h-60 items-center justify-center text-sm text-ink-3">{t("noValues")}</p>
      ) : (
        <Suspense fallback={<div aria-busy className="h-60 animate-pulse rounded-md bg-panel" />}>
          <UsagePlot
            days={days}
            label={t("plot", { measure: t(measure), by: t(by) })}
            measure={measure}
            onPoint={setPoint}
            series={series}
          />
        </Suspense>
      )}
      <Legend measure={measure} series={series} {...(point === undefined ? {} : { day: point })} />
    </section>
  );
}
