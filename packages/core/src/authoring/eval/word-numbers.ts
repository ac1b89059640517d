import type { EvalWords } from "./eval-words.ts";
import { fewestPairs, type Difference, type Interval, type Rate, type Spread } from "./statistics.ts";

/** Numbers as people read them, the same in tables, reports and on a terminal. */
export function createNumberWords(words: EvalWords) {
  const unknown = words("eval.unknown");
  const percent = (value: number | null): string =>
    value === null ? unknown : `${(value * 100).toFixed(1)} %`;
  const points = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value * 100).toFixed(1)}`;
  const interval = (value: Interval | null, show: (part: number) => string): string =>
    value === null ? unknown : `${show(value.low)} – ${show(value.high)}`;
  return {
    percent,
    points,
    interval,
    spread: ({ mean, stddev }: Spread, show: (value: number) => string): string => {
      if (mean === null) return unknown;
      return stddev === null ? show(mean) : `${show(mean)} ± ${show(stddev)}`;
    },
    rate: ({ hits, total, rate, interval: range }: Rate): string =>
      rate === null ? unknown : `${hits}/${total} = ${percent(rate)} (${interval(range, percent)})`,
    difference: (value: Difference): string =>
      value.mean === null ? unknown : `${points(value.mean)} (${interval(value.interval, points)})`,
    verdict: (value: Difference): string =>
      value.verdict === "too-few"
        ? words("eval.verdict.too-few", { pairs: value.pairs, least: fewestPairs })
        : words(`eval.verdict.${value.verdict}`),
  };
}

export type NumberWords = ReturnType<typeof createNumberWords>;
