import { z } from "zod";
import { get } from "./endpoint.ts";

const sum = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  reasoning: z.number(),
  /** US dollars; `unpriced` requests are not in it. */
  cost: z.number(),
  requests: z.number(),
  unpriced: z.number(),
  runs: z.number(),
  timeMs: z.number(),
});
export type UsageNumbers = z.infer<typeof sum>;

const day = z.string();
const model = z.string();
/** Null where none was followed. */
const skill = z.string().nullable();

const breakdown = z.object({
  total: sum,
  days: z.array(sum.extend({ day })),
  models: z.array(sum.extend({ model })),
  skills: z.array(sum.extend({ skill })),
  rows: z.array(sum.extend({ day, model, skill })),
});

/** Whose days are meant: `Europe/Berlin`. */
const zone = z.string().min(1).max(100).default("UTC");

export const usageApi = {
  getUsage: get({
    path: "/api/usage",
    summary: "Tokens, cost and time by day, model and skill; the last 30 days where no range is given",
    query: z.object({
      from: z.coerce.number().int().nonnegative().optional(),
      to: z.coerce.number().int().nonnegative().optional(),
      zone,
    }),
    reply: breakdown.extend({ from: z.number(), to: z.number(), zone: z.string() }),
  }),
  getSessionUsage: get({
    path: "/api/usage/sessions/:id",
    summary: "What one session used up, with its sub-agents",
    query: z.object({ zone }),
    reply: breakdown,
  }),
};
