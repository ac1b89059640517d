import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLanguage } from "../text/use-words.tsx";
import { drawPlot } from "./draw-plot.ts";
import type { Measure } from "./measure.ts";
import { watchColors } from "./plot-colors.ts";
import type { Series } from "./plot-series.ts";
import { formatDay } from "./usage-range.ts";

interface UsagePlotProps {
  days: readonly string[];
  series: readonly Series[];
  measure: Measure;
  label: string;
  onPoint(index: number | undefined): void;
}

/** The picture of what the tables say; drawn again when colours, language or width change. */
export function UsagePlot({ days, series, measure, label, onPoint }: UsagePlotProps): ReactNode {
  const { language } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const [colors, setColors] = useState(0);
  useEffect(() => watchColors(() => setColors((count) => count + 1)), []);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const plot = drawPlot(element, {
      days,
      series,
      measure,
      formatDay: (day) => formatDay(day, language),
      onPoint,
    });
    const observer = new ResizeObserver(() => plot.resize(element.clientWidth));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.end();
    };
  }, [days, series, measure, language, onPoint, colors]);
  return <div aria-label={label} className="h-60 w-full overflow-hidden" ref={host} role="img" />;
}
