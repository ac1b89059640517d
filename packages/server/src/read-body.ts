import { SkillmintError } from "@skillmint/core/protocol";
import type { Context } from "hono";
import type { AppEnv } from "./app.ts";

/** Attachments come as base64 in JSON. */
export const maxBody = 32 * 1024 * 1024;

export class BodyTooLong extends Error {}

/** The JSON of a request, `{}` where there is none; no more of it than allowed is ever in memory. */
export async function readBody(context: Context<AppEnv>, max = maxBody): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of context.req.raw.body ?? []) {
    length += piece.length;
    if (length > max) throw new BodyTooLong();
    pieces.push(piece);
  }
  if (length === 0) return {};
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
  } catch (error) {
    throw new SkillmintError("usage", { params: { message: `body: ${(error as Error).message}` } });
  }
}
