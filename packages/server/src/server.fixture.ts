import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, type Runtime, type RuntimeOptions } from "@skillmint/core";
import { afterEach } from "vitest";
import { startServer, type RunningServer } from "./start-server.ts";

export interface TestServer extends RunningServer {
  runtime: Runtime;
  /** Runs that could not start. */
  failures: { id: string; error: unknown }[];
  home: string;
  folder: string;
  /** With the token, and a JSON body where one is given. */
  send(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
}

/** Starts servers over runtimes of their own; everything ends with the test. */
export function useServer(): (options?: RuntimeOptions, web?: string) => Promise<TestServer> {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return async (options = {}, web) => {
    const root = await mkdtemp(join(tmpdir(), "skillmint-server-"));
    ends.push(() => rm(root, { recursive: true, force: true }));
    const home = join(root, "home");
    const env = { PATH: process.env["PATH"], HOME: root, SKILLMINT_HOME: home, ...options.env };
    const runtime = await createRuntime({ language: "en", ...options, env });
    ends.push(() => runtime.close());
    const failures: TestServer["failures"] = [];
    const folder = await mkdtemp(join(root, "work-"));
    const server = await startServer({
      runtime,
      folder,
      version: "0.0.0-test",
      port: 0,
      ...(web === undefined ? {} : { web }),
      onFailure: (id, error) => failures.push({ id, error }),
    });
    ends.push(() => server.close());
    return {
      ...server,
      runtime,
      failures,
      home,
      folder,
      send: (path, { method, body, headers } = {}) =>
        fetch(`${server.url}${path}`, {
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: {
            authorization: `Bearer ${server.token}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
    };
  };
}
