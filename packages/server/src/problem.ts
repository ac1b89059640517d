import { createAreaWords, errorTable, explain, toSkillmintError } from "@skillmint/core/protocol";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { AppEnv } from "./app.ts";
import { BodyTooLong } from "./read-body.ts";
import { refusalTexts, type Refusal } from "./texts.ts";

/** What went wrong, as RFC 9457 has it; `error` is the same in one sentence, as the source documents have it. */
export const problemSchema = z.object({
  type: z.literal("about:blank"),
  status: z.number().int(),
  code: z.string(),
  error: z.string(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

function send(c: Context, status: number, code: string, error: string): Response {
  const body: ProblemBody = { type: "about:blank", status, code, error };
  return c.json(body, status as ContentfulStatusCode, { "content-type": "application/problem+json" });
}

/** Turns a request away before anything was done about it. */
export function refuse(c: Context<AppEnv>, status: number, reason: Refusal): Response {
  const words = createAreaWords(refusalTexts, c.var.language);
  // What is left of the body is not read.
  c.header("connection", "close");
  return send(c, status, `server-${reason}`, words(reason));
}

/** What a route threw, in the person's words. */
export function answerError(c: Context<AppEnv>, thrown: unknown): Response {
  if (thrown instanceof BodyTooLong) return refuse(c, 413, "length");
  const error = toSkillmintError(thrown);
  return send(c, errorTable[error.code].status, error.code, explain(error, c.var.language));
}
