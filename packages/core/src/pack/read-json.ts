import type { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Plain data out of bytes, before anything is known of it; `undefined` where they are no JSON in UTF-8. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** A value of this schema; or where it does not fit, as a path, or that its bytes are not the canonical ones. */
export function readCanonical<T>(schema: z.ZodType<T>, bytes: Uint8Array): { value: T } | { what: string } {
  const parsed = schema.safeParse(readJson(bytes));
  if (!parsed.success) return { what: parsed.error.issues[0]?.path.join(".") || "JSON" };
  const isCanonical = Buffer.from(canonicalJson(parsed.data)).equals(bytes);
  return isCanonical ? { value: parsed.data } : { what: "canonical JSON" };
}
