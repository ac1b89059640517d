/** Reading of bodies that may hold anything: what is not as expected counts as absent. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a content that is a string or a list of blocks with a `text`. */
export function contentText(value: unknown): string {
  if (typeof value === "string") return value;
  return listOf(value)
    .map((block) => stringOf(block["text"]))
    .join("");
}

export function imagesIn(value: unknown): number {
  return listOf(value).filter((block) => /image/.test(stringOf(block["type"]))).length;
}

/** The names of the objects of a list. */
export function namesOf(list: Record<string, unknown>[]): string[] {
  return list.map((entry) => stringOf(entry["name"])).filter((name) => name !== "");
}

/** A JSON object from text, or undefined. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? recordOf(value) : undefined;
  } catch {
    return undefined;
  }
}
