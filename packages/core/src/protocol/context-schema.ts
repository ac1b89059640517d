import { z } from "zod";
import { lazy } from "./lazy.ts";
import { seq } from "./seq.ts";
import { usage } from "./usage.ts";

/** How many tokens of the model's own counting one estimated token came to. */
const scale = z.number().positive().optional();

/** The bodies of the events that change what the model reads at its beginning. */
export const contextBodies = {
  /**
   * What stands before `keptFrom` is out of the context, replaced by `summary`. With `omitted` it is in no summary:
   * so many messages are left out, and the summary from before stays.
   */
  "session.compacted": lazy(() =>
    z.object({
      summary: z.string(),
      keptFrom: seq,
      omitted: z.number().int().nonnegative().optional(),
      usage: usage.optional(),
      scale,
    }),
  ),
  "context.cleared": lazy(() => z.object({ reason: z.string().optional() })),
  /**
   * Of the results of replies before `before` the context has `chars` characters each; the log keeps them whole.
   * `freed`: how many characters left the context with it.
   */
  "results.cleared": lazy(() =>
    z.object({
      before: seq,
      chars: z.number().int().nonnegative().optional(),
      freed: z.number().int().nonnegative().optional(),
      scale,
    }),
  ),
} as const;
