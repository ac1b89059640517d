import type { ReactNode } from "react";

export interface PlotRow {
  label: string;
  /** What a reader without eyes is told. */
  spoken: string;
  /** The number beside it. */
  text: string;
  /** What it means, below its name. */
  note?: string;
  value: number | null;
  interval: { low: number; high: number } | null;
  tone: "accent" | "plain" | "warn" | "bad";
}

interface PlotProps {
  label: string;
  rows: readonly PlotRow[];
  /** The ends of the scale; with a line at zero where that lies between them. */
  from: number;
  to: number;
}

const fills = { accent: "fill-accent", plain: "fill-ink-3", warn: "fill-warn", bad: "fill-bad" } as const;

/** Values with their intervals on one scale, one under the other. */
export function IntervalPlot({ label, rows, from, to }: PlotProps): ReactNode {
  const place = (value: number): number => ((Math.min(Math.max(value, from), to) - from) / (to - from)) * 100;
  const zero = place(0);
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[auto_minmax(6rem,1fr)_auto] items-center gap-x-4 gap-y-2"
    >
      {rows.map(({ label: name, note, spoken, text, value, interval, tone }) => (
        <li className="col-span-full grid grid-cols-subgrid items-center text-sm" key={name}>
          <span className="max-w-44 break-words text-ink-2">
            {name}
            {note === undefined ? null : <span className="block text-xs text-ink-3">{note}</span>}
          </span>
          <svg aria-hidden className="h-5 w-full overflow-visible" preserveAspectRatio="none">
            <rect className="fill-panel" height="100%" rx="3" width="100%" />
            {value === null ? null : (
              <rect
                className={`${fills[tone]} opacity-85`}
                height="10"
                rx="2"
                width={`${Math.max(Math.abs(place(value) - zero), 0.6)}%`}
                x={`${Math.min(zero, place(value))}%`}
                y="5"
              />
            )}
            {from < 0 ? (
              <line
                className="stroke-line-strong"
                strokeWidth="1.5"
                x1={`${zero}%`}
                x2={`${zero}%`}
                y1="0"
                y2="20"
              />
            ) : null}
            {interval === null ? null : (
              <g className="stroke-ink" strokeWidth="1.5">
                <line x1={`${place(interval.low)}%`} x2={`${place(interval.high)}%`} y1="10" y2="10" />
                <line x1={`${place(interval.low)}%`} x2={`${place(interval.low)}%`} y1="6" y2="14" />
                <line x1={`${place(interval.high)}%`} x2={`${place(interval.high)}%`} y1="6" y2="14" />
              </g>
            )}
          </svg>
          <span className="text-right text-sm whitespace-nowrap tabular-nums">
            <span aria-hidden>{text}</span>
            <span className="sr-only">{spoken}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
