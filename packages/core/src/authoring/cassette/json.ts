import { createHash } from "node:crypto";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** Plain JSON: bytes become their sha256, what is undefined is left out. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { sha256: sha256(value) };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return Object.fromEntries(entries.map(([key, entry]) => [key, toJson(entry)]));
  }
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Applies a function to every string of a value, keys excepted; bytes stay as they are. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (value instanceof Uint8Array || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, change)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change)])) as T;
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The same for two values that differ in the order of their keys only. */
export function digestOf(value: unknown): string {
  return sha256(canonical(toJson(value))).slice(0, 16);
}

export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(",")}}`;
}
