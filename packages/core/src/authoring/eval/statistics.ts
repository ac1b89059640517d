import { createRandom } from "./seeded-random.ts";

/** `null` stands for what cannot be known: the mean of nothing, the spread of one. */
export interface Spread {
  mean: number | null;
  stddev: number | null;
  min: number | null;
  max: number | null;
  count: number;
}

export interface Interval {
  low: number;
  high: number;
}

/** How often something happened, with the 95 % interval of Wilson. */
export interface Rate {
  hits: number;
  total: number;
  rate: number | null;
  interval: Interval | null;
}

export interface Difference {
  mean: number | null;
  /** 95 %, by bootstrap over the pairs; `null` below two pairs. */
  interval: Interval | null;
  pairs: number;
  /**
   * `better`, `worse`: the interval excludes 0 and there are enough pairs. `unclear`: it includes 0. `too-few`: below
   * six pairs not even unanimous ones could be told from chance at 5 %.
   */
  verdict: "better" | "worse" | "unclear" | "too-few";
}

/** The two-sided exact sign test of n equal signs gives 2 · 2⁻ⁿ: 0.0625 for five, 0.03125 for six. */
export const fewestPairs = 6;
const z95 = 1.959963984540054;
const resamples = 10_000;

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample's standard deviation (n − 1). */
export function stddevOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

export function spreadOf(values: readonly number[]): Spread {
  const isEmpty = values.length === 0;
  return {
    mean: meanOf(values),
    stddev: stddevOf(values),
    min: isEmpty ? null : Math.min(...values),
    max: isEmpty ? null : Math.max(...values),
    count: values.length,
  };
}

/** Stays inside 0 and 1 and says something also where all or none were hits. */
export function wilsonInterval(hits: number, total: number): Interval | null {
  if (total === 0) return null;
  const rate = hits / total;
  const square = z95 ** 2;
  const middle = rate + square / (2 * total);
  const half = z95 * Math.sqrt((rate * (1 - rate)) / total + square / (4 * total ** 2));
  const scale = 1 + square / total;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

export function rateOf(hits: number, total: number): Rate {
  return { hits, total, rate: total === 0 ? null : hits / total, interval: wilsonInterval(hits, total) };
}

/** The value that a share of the sorted values does not exceed, linear between two of them. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

/** How much the mean of the differences could have been otherwise with other cases: 95 %, by resampling them. */
export function bootstrapInterval(differences: readonly number[], seed: number): Interval | null {
  const count = differences.length;
  if (count < 2) return null;
  const random = createRandom(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < count; drawn += 1) sum += differences[Math.floor(random() * count)] ?? 0;
    return sum / count;
  }).sort((a, b) => a - b);
  return { low: quantileOf(means, 0.025), high: quantileOf(means, 0.975) };
}

function judge(interval: Interval | null, pairs: number): Difference["verdict"] {
  if (interval === null || pairs < fewestPairs) return "too-few";
  if (interval.low > 0) return "better";
  return interval.high < 0 ? "worse" : "unclear";
}

/** What differs between two measures of the same cases: `[first, second]` each, second minus first. */
export function compareOf(pairs: readonly (readonly [number, number])[], seed: number): Difference {
  const differences = pairs.map(([first, second]) => second - first);
  const interval = bootstrapInterval(differences, seed);
  return {
    mean: meanOf(differences),
    interval,
    pairs: pairs.length,
    verdict: judge(interval, pairs.length),
  };
}
