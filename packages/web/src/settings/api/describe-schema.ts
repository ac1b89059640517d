import type { Schema } from "./api-document.ts";

/** Limits of numbers that say nothing: those of the numbers themselves. */
const isTelling = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

const maxPattern = 40;

/** What kind of value it is, in the short words of the format: `string[]`, `"a" | "b"`, `integer`. */
export function nameType(schema: Schema): string {
  const { type, items, anyOf, oneOf, allOf } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(nameType))].join(" | ");
  if (allOf) return [...new Set(allOf.map(nameType))].join(" & ");
  if (type === "array") {
    const name = items ? nameType(items) : "any";
    return name.includes(" ") ? `(${name})[]` : `${name}[]`;
  }
  if (typeof type === "string") return type;
  return type?.join(" | ") ?? "any";
}

/** What else holds of it: `≥ 1`, `≤ 500`, `default 100`. */
export function nameLimits(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    format === undefined ? "" : format,
    isTelling(minimum) ? `≥ ${minimum}` : "",
    isTelling(maximum) ? `≤ ${maximum}` : "",
    minLength === undefined ? "" : `length ≥ ${minLength}`,
    maxLength === undefined ? "" : `length ≤ ${maxLength}`,
    maxItems === undefined ? "" : `items ≤ ${maxItems}`,
    pattern === undefined || pattern.length > maxPattern ? "" : `/${pattern}/`,
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== "");
}

export interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** What is inside of it: the fields of an object, of the objects of a list, of each of several shapes. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties, required = [], items, anyOf, oneOf, allOf, additionalProperties } = schema;
  if (properties)
    return Object.entries(properties).map(([name, each]) => ({
      name,
      schema: each,
      isRequired: required.includes(name),
    }));
  if (items) return fieldsOf(items);
  if (typeof additionalProperties === "object")
    return fieldsOf(additionalProperties).length === 0
      ? []
      : [{ name: "*", schema: additionalProperties, isRequired: false }];
  return (anyOf ?? oneOf ?? allOf ?? []).flatMap(fieldsOf);
}
