import type { Context } from "hono";
import type { AppEnv } from "./app.ts";
import { Refused, Unfit } from "./problem.ts";

/** Attachments come as base64 in JSON. */
export const maxBody = 32 * 1024 * 1024;

/** Other encodings are refused rather than kept as a text that nobody wrote. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Unfit((words) => words("noUtf8"));
  }
}

/** The JSON of a request, `{}` where there is none; no more of it than allowed is ever in memory. */
export async function readBody(context: Context<AppEnv>, max = maxBody): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of context.req.raw.body ?? []) {
    length += piece.length;
    if (length > max) throw new Refused(413, "length");
    pieces.push(piece);
  }
  if (length === 0) return {};
  const text = decode(Buffer.concat(pieces));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Unfit((words) => words("noJson", { reason: (error as Error).message }));
  }
}
