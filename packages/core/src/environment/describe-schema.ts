import { z } from "zod";
import type { Words } from "./environment-texts.ts";

/** A schema without the wrappers that only say what happens when nothing is there. */
export function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

function childOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as Record<PropertyKey, z.ZodType>;
    if (Object.hasOwn(shape, key)) return shape[key];
    const others = inner.def.catchall as z.ZodType | undefined;
    return others?.type === "unknown" || others?.type === "never" ? undefined : others;
  }
  if (inner instanceof z.ZodRecord) return inner.valueType as z.ZodType;
  if (inner instanceof z.ZodArray) return inner.element as z.ZodType;
  return undefined;
}

export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let found: z.ZodType | undefined = schema;
  for (const key of path) found = found && childOf(found, key);
  return found && unwrap(found);
}

function describeNumber(schema: z.ZodNumber, words: Words): string {
  const { minValue, maxValue } = schema;
  if (!schema.isInt) {
    if (isExclusiveZero(schema)) return words("expect.positive");
    return Number.isFinite(minValue)
      ? words("expect.numberFrom", { min: minValue ?? 0 })
      : words("expect.number");
  }
  if (minValue === null || minValue === Number.MIN_SAFE_INTEGER) return words("expect.integer");
  const min = isExclusiveZero(schema) ? 1 : minValue;
  return maxValue === null || maxValue === Number.MAX_SAFE_INTEGER
    ? words("expect.integerFrom", { min })
    : words("expect.integerBetween", { min, max: maxValue });
}

function isExclusiveZero(schema: z.ZodNumber): boolean {
  return schema.minValue === 0 && !schema.safeParse(0).success;
}

/** What a value must be, in words: `a whole number from 1 to 1000`. */
export function describeSchema(schema: z.ZodType, words: Words): string {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodEnum) return words("expect.oneOf", { values: inner.options.join(", ") });
  if (inner instanceof z.ZodNumber) return describeNumber(inner, words);
  switch (inner.type) {
    case "boolean":
      return words("expect.boolean");
    case "array":
      return words(childOf(inner, 0)?.type === "string" ? "expect.list" : "expect.items");
    case "object":
    case "record":
      return words("expect.object");
    default:
      return inner.safeParse("").success ? words("expect.string") : words("expect.nonempty");
  }
}

/** Every path to something that is no object itself, in the order of the schema: `["limits", "tokens"]`. */
export function leafPaths(schema: z.ZodType, path: string[] = []): string[][] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [path];
  const shape = inner.shape as Record<string, z.ZodType>;
  return Object.entries(shape).flatMap(([key, child]) => leafPaths(child, [...path, key]));
}

type Path = (string | number)[];

/** The paths of keys that the schema does not name. */
export function unknownPaths(schema: z.ZodType, value: unknown, path: Path = []): Path[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownPaths(inner.element as z.ZodType, item, [...path, index]));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  if (!(inner instanceof z.ZodObject) && !(inner instanceof z.ZodRecord)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const known = childOf(inner, key);
    return known ? unknownPaths(known, child, [...path, key]) : [[...path, key]];
  });
}
