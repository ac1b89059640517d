import { z } from "zod";

const count = z.number().int().nonnegative();

/**
 * Tokens of one model call or of many. `input` counts everything the model read, cached parts included;
 * `output` everything it wrote, reasoning included. `cost` is in US dollars and absent where no price is known.
 */
export const usage = z.object({
  input: count,
  output: count,
  cacheRead: count.optional(),
  cacheWrite: count.optional(),
  reasoning: count.optional(),
  cost: z.number().nonnegative().optional(),
});
export type Usage = z.infer<typeof usage>;

export const noUsage: Usage = { input: 0, output: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = { input: a.input + b.input, output: a.output + b.output };
  for (const key of ["cacheRead", "cacheWrite", "reasoning", "cost"] as const) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  }
  return sum;
}

/** What came on top of `before`, never less than nothing. */
export function usageSince(before: Usage, now: Usage): Usage {
  const rest: Usage = {
    input: Math.max(0, now.input - before.input),
    output: Math.max(0, now.output - before.output),
  };
  for (const key of ["cacheRead", "cacheWrite", "reasoning", "cost"] as const) {
    const value = now[key];
    if (value !== undefined) rest[key] = Math.max(0, value - (before[key] ?? 0));
  }
  return rest;
}
