/** Reading of what models write where they mean well: other names, texts for lists, lists for texts. */

export type Loose = Record<string, unknown>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of these names that has a value. */
export function pick(record: Loose, names: readonly string[]): unknown {
  const name = names.find((candidate) => record[candidate] !== undefined && record[candidate] !== null);
  return name === undefined ? undefined : record[name];
}

/** A list: as it is, out of JSON, or of the one thing that stands for it. */
export function toList(value: unknown): unknown {
  if (value === undefined || value === null || Array.isArray(value)) return value ?? undefined;
  if (typeof value !== "string") return isLoose(value) ? [value] : value;
  if (value.trim() === "") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [isLoose(parsed) ? parsed : value];
  } catch {
    return value.split("\n").filter((line) => line.trim() !== "");
  }
}

/** Plain values as text, others as they are: a schema tells what is wrong with them. */
export function toText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

/** Without what is not there: a schema that lets a field be absent does not let it be undefined. */
export function present(record: Loose): Loose {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  );
}
