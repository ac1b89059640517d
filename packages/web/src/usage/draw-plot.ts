import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { labelledDays } from "./labelled-days.ts";
import { formatTick, timeSteps, type Measure } from "./measure.ts";
import { resolveColor, seriesColor } from "./plot-colors.ts";
import { stack, type Series } from "./plot-series.ts";

export interface PlotData {
  days: readonly string[];
  series: readonly Series[];
  measure: Measure;
  formatDay(day: string): string;
  /** The day under the pointer, by its place. */
  onPoint(index: number | undefined): void;
}

const height = 240;
function axes(host: HTMLElement, { days, measure, formatDay }: PlotData): uPlot.Axis[] {
  const stroke = resolveColor(host, "var(--color-ink-3)");
  const grid = { stroke: resolveColor(host, "var(--color-line)"), width: 1 };
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  return [
    {
      stroke,
      font,
      size: 28,
      gap: 6,
      grid: { show: false },
      ticks: { show: false },
      splits: (plot) => labelledDays(days.length, plot.bbox.width / devicePixelRatio),
      values: (_, places) => places.map((place) => formatDay(days[place] ?? "")),
    },
    {
      stroke,
      font,
      size: 58,
      gap: 6,
      space: 44,
      grid,
      ticks: { show: false },
      ...(measure === "time" ? { incrs: [...timeSteps] } : {}),
      values: (_, values) => values.map((value) => formatTick(value, measure)),
    },
  ];
}

/** Stacked bars, a day each. The greatest sum is drawn first, what lies below it over it. */
export function drawPlot(host: HTMLElement, data: PlotData): { resize(width: number): void; end(): void } {
  const { days, series, onPoint } = data;
  const bars = uPlot.paths.bars?.({ size: [0.72, 28], radius: 0.08 });
  const stacked = stack(series).reverse();
  const lines = series.map((_, index): uPlot.Series => {
    const color = resolveColor(host, seriesColor(index));
    return {
      fill: color,
      stroke: color,
      width: 0,
      points: { show: false },
      ...(bars ? { paths: bars } : {}),
    };
  });
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height,
      padding: [12, 28, 0, 0],
      legend: { show: false },
      cursor: { y: false, x: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: () => [-0.6, days.length - 0.4] },
        y: {
          range: (_, __, max) =>
            uPlot.rangeNum(0, Math.max(max, 0), { min: { pad: 0, hard: 0 }, max: { pad: 0.08 } }),
        },
      },
      series: [{}, ...lines.reverse()],
      axes: axes(host, data),
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [days.map((_, index) => index), ...stacked],
    host,
  );
  return {
    resize: (width) => plot.setSize({ width, height }),
    end: () => plot.destroy(),
  };
}
