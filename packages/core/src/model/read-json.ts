/** Readers for what vendors send: whatever has another shape than expected counts as absent, nothing throws. */
export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function readRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function readRecords(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function readString(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count of something; anything that is none is `undefined`. */
export function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const loneSurrogate = /\\u[dD][89a-fA-F]/;

/** JSON that every parser reads: half a surrogate pair, which some providers refuse, becomes U+FFFD. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!loneSurrogate.test(json)) return json;
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "string" ? item.toWellFormed() : item,
  );
}
