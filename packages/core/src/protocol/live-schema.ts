import { z } from "zod";
import { problem } from "./error.ts";
import { idSchema } from "./id.ts";
import { lazy } from "./lazy.ts";

const callId = idSchema("call");
const messageId = idSchema("msg");

/** The bodies of all live events: shown and forgotten. */
export const liveBodies = {
  "text.delta": lazy(() => z.object({ messageId, offset: z.number().int(), text: z.string() })),
  "reasoning.delta": lazy(() => z.object({ messageId, offset: z.number().int(), text: z.string() })),
  /** For a reader that joins late or fell behind: all that was streamed of the message so far. */
  "text.snapshot": lazy(() => z.object({ messageId, text: z.string(), reasoning: z.string() })),
  /** A call that the model is still writing: its arguments grow, nothing runs yet. */
  "call.delta": lazy(() =>
    z.object({
      messageId,
      index: z.number().int(),
      name: z.string(),
      offset: z.number().int(),
      text: z.string(),
    }),
  ),
  "tool.progress": lazy(() => z.object({ callId, offset: z.number().int(), text: z.string() })),
  "model.retrying": lazy(() =>
    z.object({
      messageId,
      attempt: z.number().int(),
      delayMs: z.number().int(),
      error: problem,
    }),
  ),
} as const;
