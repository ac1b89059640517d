import {
  createAreaWords,
  errorTable,
  explain,
  SkillmintError,
  toSkillmintError,
  type AreaWords,
  type Language,
} from "@skillmint/core/protocol";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { AppEnv } from "./app.ts";
import { refusalTexts, serverTexts, type Refusal } from "./texts.ts";

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

/** Thrown by a route: turns its request away. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: Refusal;
  constructor(status: number, reason: Refusal) {
    super(reason);
    this.name = "Refused";
    this.status = status;
    this.reason = reason;
  }
}

type ServerWords = AreaWords<(typeof serverTexts)["en"]>;

/** Thrown by a route: what was sent does not fit, for a reason that is worded in the language of the request. */
export class Unfit extends Error {
  readonly word: (words: ServerWords) => string;
  constructor(word: (words: ServerWords) => string) {
    super("unfit");
    this.name = "Unfit";
    this.word = word;
  }
}

/** Errors of ours that only the words of a request's language make complete. */
function toError(thrown: unknown, language: Language): SkillmintError {
  if (!(thrown instanceof Unfit)) return toSkillmintError(thrown);
  return new SkillmintError("usage", {
    params: { message: thrown.word(createAreaWords(serverTexts, language)) },
  });
}

/** What a route threw, in the person's words. */
export function answerError(c: Context<AppEnv>, thrown: unknown): Response {
  if (thrown instanceof Refused) return refuse(c, thrown.status, thrown.reason);
  const error = toError(thrown, c.var.language);
  return send(c, errorTable[error.code].status, error.code, explain(error, c.var.language));
}
