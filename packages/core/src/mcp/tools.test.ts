import { describe, expect, it } from "vitest";
import type { McpToolInfo } from "./connection.ts";
import { nameTools, serverOfTool } from "./tools-name.ts";
import { readPromptArguments } from "./tools-prompt.ts";
import { boundSchema } from "./tools-schema.ts";

const tool = (name: string, inputSchema: Record<string, unknown> = {}): McpToolInfo => ({
  name,
  description: "",
  inputSchema,
});

describe("names of tools", () => {
  const names = (...written: string[]) => [
    ...nameTools(
      "s",
      written.map((name) => tool(name)),
    ).keys(),
  ];

  it("are their server's and their own, as the wires allow", () => {
    expect(names("echo", "get-sum", "a.b/c")).toEqual(["mcp__s__echo", "mcp__s__get-sum", "mcp__s__a_b_c"]);
    for (const name of names("Read", "x".repeat(300), "ß", "__proto__", ""))
      expect(name).toMatch(/^mcp__s__[A-Za-z0-9_-]{1,57}$/);
  });

  it("stay the same whatever stands beside them, and apart where they would clash", () => {
    const [first, second] = names("a.b", "a_b");
    expect(second).toBe("mcp__s__a_b");
    expect(first).toMatch(/^mcp__s__a_b_[0-9a-f]{6}$/);
    expect(names("a_b", "a.b")).toEqual([second, first]);
    const long = "x".repeat(80);
    expect(names(`${long}1`)[0]).toBe(names("other", `${long}1`, `${long}2`)[1]);
    expect(new Set(names("Get", "get", "GET").map((name) => name.toLowerCase())).size).toBe(3);
    expect(names("twice", "twice")).toEqual(["mcp__s__twice"]);
  });

  it.each([
    ["mcp__a__b", "a"],
    ["mcp__a__b__c", "a"],
    ["MCP__A__b", "A"],
    ["mcp__a_b___c", "a_b"],
    ["mcp__a", undefined],
    ["Read", undefined],
  ])("%s is of %s", (name, server) => expect(serverOfTool(name)).toBe(server));
});

describe("schemas of tools", () => {
  it("are passed on as they are, but for what points elsewhere", () => {
    const properties = {
      a: { $ref: "#/$defs/x" },
      b: { $ref: "https://evil.example/x" },
      c: { type: "string" },
    };
    const raw = {
      $schema: "x",
      type: "object",
      properties,
      required: ["a"],
      $defs: { x: { type: "number" } },
    };
    expect(boundSchema(raw)).toEqual({
      isCut: false,
      schema: { ...raw, $schema: undefined, properties: { ...properties, b: {} } },
    });
  });

  it.each([
    [{}, { type: "object", properties: {} }],
    [{ type: "string" }, { type: "object", properties: {} }],
    [{ properties: 1 }, { type: "object", properties: {} }],
  ])("are those of an object: %j", (raw, schema) =>
    expect(boundSchema(raw)).toEqual({ schema, isCut: false }),
  );

  it("are left out where they are too long, and end where they are too deep", () => {
    const long = { type: "object", properties: { a: { description: "x".repeat(20_000) } } };
    expect(boundSchema(long)).toEqual({
      isCut: true,
      schema: { type: "object", properties: {}, additionalProperties: true },
    });
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 5_000; level += 1) deep = { items: deep };
    expect(JSON.stringify(boundSchema(deep).schema).length).toBeLessThan(2_000);
  });
});

it.each([
  ["one two three", { a: "one", b: "two three" }],
  ['"one two" three', { a: "one two", b: "three" }],
  ["b=x one", { a: "one", b: "x" }],
  ["c=x", { a: "c=x" }],
  ["", {}],
])("reads the arguments of a prompt: %s", (words, given) => {
  const declared = ["a", "b"].map((name) => ({ name, required: false }));
  expect(readPromptArguments({ arguments: declared }, words)).toEqual(given);
});
