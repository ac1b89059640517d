import type { ReplyOf, usageApi } from "@skillmint/core/protocol/api";
import { valueOf, type Measure } from "./measure.ts";

type Row = ReplyOf<(typeof usageApi)["getUsage"]>["rows"][number];

export const splits = ["model", "skill"] as const;
export type Split = (typeof splits)[number];

export interface Series {
  /** A model, a skill, `null` for none; `undefined` for all others together. */
  name: string | null | undefined;
  /** One value a day. */
  values: number[];
  total: number;
}

/** As many as can be told apart by shades of one colour. */
export const maxSeries = 5;

/** What each model or skill used on each day, the greatest first; beyond `maxSeries` they are one. */
export function plotSeries(
  rows: readonly Row[],
  days: readonly string[],
  { measure, by }: { measure: Measure; by: Split },
): Series[] {
  const place = new Map(days.map((day, index) => [day, index]));
  const series = new Map<string | null, Series>();
  for (const row of rows) {
    const index = place.get(row.day);
    if (index === undefined) continue;
    const name = row[by];
    const one = series.get(name) ?? { name, values: days.map(() => 0), total: 0 };
    const value = valueOf(row, measure);
    one.values[index] = (one.values[index] ?? 0) + value;
    one.total += value;
    series.set(name, one);
  }
  const all = [...series.values()].filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  if (all.length <= maxSeries) return all;
  const rest = all.slice(maxSeries - 1);
  const others: Series = {
    name: undefined,
    values: days.map((_, index) => rest.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
    total: rest.reduce((sum, { total }) => sum + total, 0),
  };
  return [...all.slice(0, maxSeries - 1), others];
}

/** Each on top of those before it. */
export function stack(series: readonly Series[]): number[][] {
  const stacked: number[][] = [];
  for (const { values } of series) {
    const below = stacked.at(-1);
    stacked.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return stacked;
}
