import { z } from "zod";

type Json = Record<string, unknown>;
type AnySchema = z.core.$ZodType;

/** Lengths and bounds, by the name that the library gives a check. */
const lengths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min_length: "minLength", max_length: "maxLength" },
  array: { min_length: "minItems", max_length: "maxItems" },
};

function checksOf(schema: AnySchema): Json[] {
  return (schema._zod.def.checks ?? []).map((check) => check._zod.def as unknown as Json);
}

function withLengths(base: Json, type: string, checks: readonly Json[]): Json | undefined {
  for (const { check, minimum, maximum } of checks) {
    const key = lengths[type]?.[String(check)];
    if (key === undefined) return undefined;
    base[key] = minimum ?? maximum;
  }
  return base;
}

function toNumber(checks: readonly Json[]): Json | undefined {
  const base: Json = { type: "number" };
  for (const { check, format, value, inclusive } of checks) {
    if (check === "number_format" && format === "safeint") base["type"] = "integer";
    else if (check === "greater_than" && inclusive === true) base["minimum"] = value;
    else if (check === "less_than" && inclusive === true) base["maximum"] = value;
    else return undefined;
  }
  if (base["type"] !== "integer") return base;
  return { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...base };
}

function toObject(def: Json): Json | undefined {
  if (def["catchall"] !== undefined) return undefined;
  const properties: Json = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(def["shape"] as Record<string, AnySchema>)) {
    const json = convert(field);
    if (json === undefined) return undefined;
    properties[name] = json;
    if (field._zod.optin === undefined) required.push(name);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function toBase(schema: AnySchema): Json | undefined {
  const def = schema._zod.def as unknown as Json;
  const checks = checksOf(schema);
  switch (def["type"]) {
    case "string":
      return "format" in def ? undefined : withLengths({ type: "string" }, "string", checks);
    case "number":
      return "format" in def ? undefined : toNumber(checks);
    case "boolean":
      return { type: "boolean" };
    case "enum": {
      const values = Object.values(def["entries"] as Json);
      return values.every((value) => typeof value === "string")
        ? { type: "string", enum: values }
        : undefined;
    }
    case "array": {
      const items = convert(def["element"] as AnySchema);
      return items && withLengths({ type: "array", items }, "array", checks);
    }
    case "optional":
      return convert(def["innerType"] as AnySchema);
    case "object":
      return checks.length > 0 ? undefined : toObject(def);
    default:
      return undefined;
  }
}

function convert(schema: AnySchema): Json | undefined {
  const base = toBase(schema);
  const meta = z.globalRegistry.get(schema);
  return base && meta ? { ...base, ...meta } : base;
}

/** No model comes near these: a call is checked against them, but no request has to carry them. */
function isFarBound(key: string, value: unknown): boolean {
  if (typeof value !== "number") return false;
  if (key === "minLength") return value <= 1;
  return key === "maxLength" || key === "maxItems" || (key === "maximum" && value >= 1_000_000);
}

function withoutFarBounds(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutFarBounds);
  if (typeof json !== "object" || json === null) return json;
  const kept = Object.entries(json).filter(([key, value]) => !isFarBound(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFarBounds(value)]));
}

/**
 * The JSON schema that tells a model what a tool takes. Plain shapes are converted here, exactly as the library does
 * it, because its converter takes longer to start than the rest of a request; everything else goes to the library.
 */
export function toInputSchema(schema: z.ZodType): Json {
  const { $schema: _, ...whole } = convert(schema) ?? z.toJSONSchema(schema, { io: "input" });
  return withoutFarBounds(whole) as Json;
}
