import { isRecord } from "./config-definition.ts";

const longest = 20_000;
const deepest = 60;

/** Nothing is fetched for a schema, and what points elsewhere would only be refused by a provider. */
function clean(value: unknown, depth: number): unknown {
  if (depth > deepest) return {};
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const pointsOut =
      (key === "$ref" || key === "$dynamicRef") && !(typeof item === "string" && item.startsWith("#"));
    const isTop = depth === 0 && (key === "$schema" || key === "$id");
    return pointsOut || isTop ? [] : [[key, clean(item, depth + 1)] as const];
  });
  return Object.fromEntries(entries);
}

export interface BoundSchema {
  schema: Record<string, unknown>;
  /** It was too long: the model is not told it. */
  isCut: boolean;
}

/** A server's schema as a request can carry it: of an object, bounded, without what points elsewhere. */
export function boundSchema(raw: Record<string, unknown>): BoundSchema {
  const plain = { type: "object", properties: {} };
  const cleaned = clean(raw, 0) as Record<string, unknown>;
  const schema = { ...plain, ...cleaned, type: "object" };
  if (!isRecord(schema.properties)) schema.properties = {};
  return JSON.stringify(schema).length > longest
    ? { schema: { ...plain, additionalProperties: true }, isCut: true }
    : { schema, isCut: false };
}
