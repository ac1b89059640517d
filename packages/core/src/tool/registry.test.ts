import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, textResult, type Tool } from "./define-tool.ts";
import { createRegistry } from "./registry.ts";

const tool = (name: string, more: { onDemand?: RegExp; inputSchema?: Record<string, unknown> } = {}): Tool =>
  defineTool({
    name,
    description: name,
    input: z.object({}),
    effect: "read",
    ...more,
    describe: () => ({ title: name, resources: [] }),
    run: async () => textResult(name),
  });

describe("a registry with a source", () => {
  const known: Tool[] = [];
  const source = {
    tools: () => known,
    find: (name: string) => (name === "guessed" ? tool("guessed") : undefined),
  };

  it("grows with it, never over a name that is taken, and defines what is handed to it", () => {
    const base = createRegistry([tool("Read"), tool("Later", { onDemand: /x/ })]);
    const registry = base.extend([tool("Skill")], source);
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const outer = tool("outer", { inputSchema: schema });
    known.push(tool("READ"), outer);
    expect(registry.find("read")?.name).toBe("Read");
    expect(registry.find("Outer")).toBe(outer);
    expect(registry.find("guessed")?.name).toBe("guessed");
    expect(base.find("outer")).toBeUndefined();
    expect(registry.names()).toEqual(["Read", "Later", "Skill", "outer"]);
    expect(registry.later().map(({ name }) => name)).toEqual(["Later", "outer"]);
    const definitions = registry.definitions([outer]);
    expect(definitions.map(({ name }) => name)).toEqual(["Read", "Skill", "outer"]);
    expect(definitions[2]?.inputSchema).toBe(schema);
    expect(registry.extend([tool("More")]).names()).toEqual(["Read", "Later", "Skill", "More", "outer"]);
  });
});
