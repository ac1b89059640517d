import type { Usage } from "../protocol/index.ts";

/** US dollars per million tokens. A cache price that is absent is the input price. */
export interface Rates {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** `long` holds the rates of requests that read more than `above` tokens: they then count for the whole request. */
export interface Price extends Rates {
  long?: Rates & { above: number };
}

/** What a call cost in US dollars. `usage.input` counts cached tokens too; here they are priced apart. */
export function costOf(usage: Usage, price: Price): number {
  const rates = price.long !== undefined && usage.input > price.long.above ? price.long : price;
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? 0;
  const fresh = Math.max(0, usage.input - cacheRead - cacheWrite);
  const total =
    fresh * rates.input +
    cacheRead * (rates.cacheRead ?? rates.input) +
    cacheWrite * (rates.cacheWrite ?? rates.input) +
    usage.output * rates.output;
  return total / 1_000_000;
}
