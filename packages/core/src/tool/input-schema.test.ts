import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTranslate, languages } from "../protocol/index.ts";
import { createBuiltinTools, createOnDemandTools } from "./builtin/index.ts";
import { toInputSchema } from "./input-schema.ts";

const far = /,"(?:minLength":1|max(?:Length|Items)":\d+|maximum":\d{7,})(?=[,}])/g;

function byLibrary(schema: z.ZodType): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return JSON.parse(JSON.stringify(json).replace(far, ""));
}

describe("toInputSchema", () => {
  it.each(languages)("gives what the library gives for every tool (%s)", (language) => {
    const t = createTranslate(language);
    for (const tool of [...createBuiltinTools({ t }), ...createOnDemandTools({ t })])
      expect(toInputSchema(tool.input), tool.name).toEqual(byLibrary(tool.input));
  });

  it.each([
    ["bounds", z.object({ a: z.number(), b: z.int().min(1), c: z.number().int().max(5).optional() })],
    ["exclusive bounds", z.object({ a: z.number().gt(1).lt(2), b: z.number().multipleOf(3) })],
    ["texts", z.object({ a: z.string().min(1).max(9), b: z.email(), c: z.string().regex(/x/) })],
    [
      "lists",
      z.object({ a: z.array(z.string().min(1)).min(1).max(3).describe("x"), b: z.array(z.unknown()) }),
    ],
    ["choices", z.object({ a: z.enum(["x", "y"]).describe("z").optional(), b: z.literal("q") })],
    ["unions", z.object({ a: z.union([z.string(), z.number()]).optional(), b: z.nullable(z.string()) })],
    ["defaults", z.object({ a: z.string().default("x"), b: z.boolean().optional().describe("d") })],
    ["what is inside", z.object({ a: z.object({ b: z.string(), c: z.string().optional() }).optional() })],
    ["strict", z.strictObject({ a: z.string() })],
    ["loose", z.looseObject({ a: z.string() })],
    ["maps", z.object({ a: z.record(z.string(), z.unknown()) })],
    ["changed", z.object({ a: z.string().transform(Number), b: z.preprocess(String, z.string()) })],
    ["refined", z.object({ a: z.string() }).refine(() => true)],
  ])("gives what the library gives: %s", (_, schema) => {
    expect(toInputSchema(schema)).toEqual(byLibrary(schema));
  });

  it("leaves out bounds that no model comes near, and keeps what has their names", () => {
    const schema = z.object({
      maxLength: z.string().min(1).max(100),
      list: z.array(z.string().min(2)).min(1).max(9),
      count: z.int().min(1).max(20),
      line: z.int().min(1).max(1_000_000),
    });
    expect(toInputSchema(schema)).toEqual({
      type: "object",
      properties: {
        maxLength: { type: "string" },
        list: { type: "array", items: { type: "string", minLength: 2 }, minItems: 1 },
        count: { type: "integer", minimum: 1, maximum: 20 },
        line: { type: "integer", minimum: 1 },
      },
      required: ["maxLength", "list", "count", "line"],
    });
  });
});
