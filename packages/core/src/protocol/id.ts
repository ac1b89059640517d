import { z } from "zod";

/** Every id starts with the short name of what it names, so that a stray one explains itself. */
export type IdPrefix = "ses" | "run" | "msg" | "call" | "ask" | "prm" | "note" | "shl" | "task" | "ins";

export type Id<P extends IdPrefix> = `${P}_${string}`;

export type SessionId = Id<"ses">;
export type RunId = Id<"run">;
export type MessageId = Id<"msg">;
export type CallId = Id<"call">;
export type AskId = Id<"ask">;
export type PromptId = Id<"prm">;
export type NoteId = Id<"note">;
export type ShellId = Id<"shl">;

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

function encodeTime(time: number): string {
  let rest = time;
  let text = "";
  for (let i = 0; i < 9; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Ids sort by the time they were made (to the millisecond); the rest is 65 random bits. */
export function createId<P extends IdPrefix>(prefix: P, time = Date.now()): Id<P> {
  const random = crypto.getRandomValues(new Uint8Array(13));
  let tail = "";
  for (const byte of random) tail += alphabet.charAt(byte % 32);
  return `${prefix}_${encodeTime(time)}${tail}`;
}

export function idSchema<P extends IdPrefix>(prefix: P) {
  const pattern = new RegExp(`^${prefix}_[0-9a-z]{1,64}$`);
  const isId = (value: unknown): boolean => typeof value === "string" && pattern.test(value);
  return z.custom<Id<P>>(isId, `expected a ${prefix}_ id`).meta({ type: "string", pattern: pattern.source });
}
