import * as api from "@skillmint/core/protocol/api";
import type { Endpoint } from "@skillmint/core/protocol/api";
import { describe, expect, it } from "vitest";
import { useServer } from "./server.fixture.ts";

const start = useServer();

interface Operation {
  summary?: string;
  tags?: string[];
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
  parameters?: { name: string; in: string }[];
  requestBody?: { required?: boolean };
}

/** Every endpoint of every table. */
const endpoints = Object.entries(api)
  .filter(([name]) => name.endsWith("Api"))
  .flatMap(([, table]) => Object.values(table as Record<string, Endpoint>));

async function readDocument() {
  const server = await start();
  const reply = await server.send("/api/openapi.json");
  return (await reply.json()) as { openapi: string; paths: Record<string, Record<string, Operation>> };
}

describe("the description of the API", () => {
  it("has a summary, a tag and an answer for every operation, at an absolute path", async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toMatch(/^3\./);
    for (const [path, operations] of Object.entries(paths)) {
      expect(path).toMatch(/^\/(?:api\/|health$)/);
      for (const [method, operation] of Object.entries(operations)) {
        const { summary = "", tags = [], responses = {} } = operation;
        expect([path, method, summary !== "", tags.length, "200" in responses]).toEqual([
          path,
          method,
          true,
          1,
          true,
        ]);
        const kinds = Object.values(responses).flatMap(({ content = {} }) => Object.values(content));
        expect([path, kinds.length > 0, kinds.every(({ schema }) => schema !== undefined)]).toEqual([
          path,
          true,
          true,
        ]);
        if (path !== "/health")
          expect([path, Object.keys(responses["default"]?.content ?? {})]).toEqual([
            path,
            ["application/problem+json"],
          ]);
      }
    }
  });

  it("has every endpoint that clients know, with its parameters and body", async () => {
    const { paths } = await readDocument();
    expect(endpoints.length).toBeGreaterThan(60);
    for (const { method, path, summary, query, body } of endpoints) {
      const operation = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      expect([method, path, operation?.summary]).toEqual([method, path, summary]);
      const names = operation?.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`) ?? [];
      const wanted = [
        ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => `path ${name}`),
        ...Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).map((name) => `query ${name}`),
      ];
      expect([path, names.toSorted()]).toEqual([path, wanted.toSorted()]);
      expect([path, operation?.requestBody?.required]).toEqual([
        path,
        body === undefined ? undefined : !body.safeParse({}).success,
      ]);
    }
  });

  it("names no two endpoints alike", () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":x")}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
