import { describe, expect, it } from "vitest";
import { hasUsableHeaders } from "./parameter-headers.ts";

const schema = (properties: Record<string, unknown>) => ({ type: "object", properties });
const header = (name: unknown, type: unknown = "string") => ({ type, "x-mcp-header": name });

describe("arguments that are repeated in headers", () => {
  it.each([
    ["none", schema({ a: { type: "string" } })],
    ["one", schema({ region: header("Region") })],
    ["one inside another", schema({ where: schema({ region: header("Region") }) })],
    ["an argument of that name", schema({ "x-mcp-header": { type: "string" } })],
    ["several", schema({ a: header("A"), b: header("B", "integer"), c: header("C", "boolean") })],
  ])("are fine: %s", (_, usable) => {
    expect(hasUsableHeaders(usable)).toBe(true);
  });

  it.each([
    ["without a name", schema({ a: header("") })],
    ["with a name that is no text", schema({ a: header(1) })],
    ["with a space", schema({ a: header("A B") })],
    ["with a colon", schema({ a: header("A:B") })],
    ["with a line break", schema({ a: header("A\r\nB") })],
    ["with another alphabet", schema({ a: header("Région") })],
    ["for an object", schema({ a: header("A", "object") })],
    ["for a number with a fraction", schema({ a: header("A", "number") })],
    ["for several types", schema({ a: header("A", ["string", "null"]) })],
    ["twice", schema({ a: header("A"), b: header("a") })],
    ["in a list", schema({ a: { type: "array", items: header("A") } })],
    ["in a choice", { ...schema({}), anyOf: [schema({ a: header("A") })] }],
    ["on all of it", { ...schema({}), "x-mcp-header": "A" }],
  ])("make a tool unusable: %s", (_, unusable) => {
    expect(hasUsableHeaders(unusable)).toBe(false);
  });

  it("ends on a schema that is deeper than anybody writes", () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 10_000; depth++) deep = { not: deep };
    expect(hasUsableHeaders(deep)).toBe(false);
  });
});
