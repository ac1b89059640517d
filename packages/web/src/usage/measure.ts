import type { UsageNumbers } from "@skillmint/core/protocol/api";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";

export const measures = ["tokens", "cost", "time"] as const;
export type Measure = (typeof measures)[number];

const minute = 60_000;
const hour = 60 * minute;

/** Everything that went to models and came back; what was read from a cache went there too. */
export function tokensOf({ input, output, cacheRead, cacheWrite }: UsageNumbers): number {
  return input + output + cacheRead + cacheWrite;
}

export function valueOf(numbers: UsageNumbers, measure: Measure): number {
  if (measure === "cost") return numbers.cost;
  return measure === "time" ? numbers.timeMs : tokensOf(numbers);
}

export function formatMeasure(value: number, measure: Measure): string {
  if (measure === "cost") return value === 0 ? "$0" : formatCost(value);
  return measure === "time" ? formatTime(value) : formatTokens(Math.round(value));
}

/** Short enough for a column: a minute more or less says nothing beside hours. */
function formatTime(ms: number): string {
  const minutes = Math.round(ms / minute);
  if (ms === 0) return "0 s";
  if (minutes >= 60) return `${(ms / hour).toFixed(1)} h`;
  return ms >= minute ? `${minutes} min` : formatDuration(ms);
}

/** Steps that people count time in: round numbers of seconds, minutes and hours. */
export const timeSteps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 6, 12, 24, 48, 96, 240, 480].map((hours) => hours * hour),
];

/** Short, for beside an axis. */
export function formatTick(value: number, measure: Measure): string {
  if (value === 0) return "0";
  if (measure !== "time") return measure === "cost" ? shortCost(value) : formatTokens(value);
  if (value >= hour) return `${value / hour} h`;
  return value >= minute ? `${value / minute} min` : `${value / 1_000} s`;
}

function shortCost(value: number): string {
  const digits = value >= 1 ? (Number.isInteger(value) ? 0 : 2) : Math.ceil(-Math.log10(value)) + 1;
  return `$${Number(value.toFixed(Math.min(digits, 6)))}`;
}
