import { describe, expect, it } from "vitest";
import { groupRoutes, type ApiDocument, type Schema } from "./api-document.ts";
import { fieldsOf, nameLimits, nameType } from "./describe-schema.ts";
import { writeCurl } from "./write-curl.ts";

const body: Schema = {
  type: "object",
  properties: {
    text: { type: "string", maxLength: 10 },
    list: { enum: ["allow", "deny"] },
    tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    more: {
      type: "object",
      properties: { deep: { type: "integer", minimum: 1, maximum: 9007199254740991 } },
    },
  },
  required: ["text", "list"],
};
const post = {
  summary: "Adds it",
  tags: ["rules"],
  requestBody: { content: { "application/json": { schema: body } } },
};
const api: ApiDocument = {
  info: { title: "x", version: "1" },
  paths: {
    "/api/rules": {
      get: {
        summary: "Lists rules",
        tags: ["rules"],
        parameters: [{ name: "q", in: "query", required: true }],
      },
      post,
    },
    "/health": { get: { summary: "There", tags: ["server"], security: [] } },
  },
};

const outline = (query: string): unknown[] =>
  groupRoutes(api, query).map(([tag, routes]) => [
    tag,
    ...routes.map(({ method, path }) => `${method} ${path}`),
  ]);

describe("the routes of a document", () => {
  it("are grouped, and found by every word", () => {
    expect(outline("")).toEqual([
      ["rules", "GET /api/rules", "POST /api/rules"],
      ["server", "GET /health"],
    ]);
    expect(outline("rules  ADDS")).toEqual([["rules", "POST /api/rules"]]);
    expect(outline("nothing")).toEqual([]);
  });

  it("can be called from a shell", () => {
    const [get, add, health] = groupRoutes(api, "").flatMap(([, routes]) => routes);
    if (!get || !add || !health) throw new Error("no route");
    expect(writeCurl(get, "http://x")).toContain("curl 'http://x/api/rules?q=…'");
    expect(writeCurl(add, "http://x")).toContain(`-d '{"text":"…","list":"allow"}'`);
    expect(writeCurl(health, "http://x")).toBe("curl 'http://x/health'");
  });
});

describe("a schema", () => {
  it("is told in short words", () => {
    const fields = fieldsOf(body).map(({ name, schema, isRequired }) => [
      name,
      nameType(schema),
      nameLimits(schema).join(", "),
      isRequired,
    ]);
    expect(fields).toEqual([
      ["text", "string", "length ≤ 10", true],
      ["list", '"allow" | "deny"', "", true],
      ["tags", "(string | null)[]", "", false],
      ["more", "object", "", false],
    ]);
    expect(fieldsOf({ type: "array", items: body })).toHaveLength(4);
    expect(nameLimits(fieldsOf(body.properties?.["more"] ?? {})[0]?.schema ?? {})).toEqual(["≥ 1"]);
    expect(nameType({})).toBe("any");
  });
});
