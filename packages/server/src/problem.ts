import {
  createAreaWords,
  errorTable,
  explain,
  SkillmintError,
  toSkillmintError,
  type Language,
} from "@skillmint/core/protocol";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { AppEnv } from "./app.ts";
import { BodyTooLong } from "./read-body.ts";
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

/** Thrown by a route: what it is about is nowhere on this machine. */
export class NoFolder extends Error {
  readonly folder: string;
  constructor(folder: string) {
    super(folder);
    this.name = "NoFolder";
    this.folder = folder;
  }
}

/** Errors of ours that only the words of a request's language make complete. */
function toError(thrown: unknown, language: Language): SkillmintError {
  if (!(thrown instanceof NoFolder)) return toSkillmintError(thrown);
  const message = createAreaWords(serverTexts, language)("noFolder", { folder: thrown.folder });
  return new SkillmintError("usage", { params: { message } });
}

/** What a route threw, in the person's words. */
export function answerError(c: Context<AppEnv>, thrown: unknown): Response {
  if (thrown instanceof BodyTooLong) return refuse(c, 413, "length");
  if (thrown instanceof Refused) return refuse(c, thrown.status, thrown.reason);
  const error = toError(thrown, c.var.language);
  return send(c, errorTable[error.code].status, error.code, explain(error, c.var.language));
}
