import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { createGuard } from "../network/create-guard.ts";
import type { Guard } from "../network/guard.ts";
import type { McpCallOptions, McpConnection, McpConnections, McpLaunch, McpServer } from "./connection.ts";
import { McpFailure } from "./failure.ts";
import { createMcpConnections, type McpConnectionsOptions } from "./create-connections.ts";

const packages = path.resolve(import.meta.dirname, "../../../../node_modules/@modelcontextprotocol");

/** The program of a public server. */
export function publicServer(name: "everything" | "filesystem" | "memory"): string {
  return path.join(packages, `server-${name}/dist/index.js`);
}

export function serverOf(launch: McpLaunch, more: Partial<McpServer> = {}): McpServer {
  return { name: "it", launch, from: "user", startMs: 15_000, callMs: 15_000, ...more };
}

export function nodeServer(args: readonly string[], more: Partial<McpServer> = {}, env = {}): McpServer {
  return serverOf({ type: "stdio", command: process.execPath, args, env }, more);
}

const hostile = path.join(import.meta.dirname, "hostile-server.fixture.ts");

export const signal = (): AbortSignal => new AbortController().signal;

export const call = (
  connection: McpConnection,
  tool: string,
  input: Record<string, unknown> = {},
  more: Partial<McpCallOptions> = {},
) => connection.call(tool, input, { signal: signal(), ...more });

export async function failureOf(promise: Promise<unknown>): Promise<McpFailure> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof McpFailure)) throw new Error(`not a failure of a server: ${String(error)}`);
  return error;
}

/** Connections for each test, closed after it, and a folder. */
export function useConnections(options: Partial<McpConnectionsOptions> = {}) {
  let made: McpConnections[] = [];
  let guards: Guard[] = [];
  let folder = "";
  const create = (more: Partial<McpConnectionsOptions> = {}): McpConnections => {
    const guard = createGuard();
    const connections = createMcpConnections({
      guard,
      language: "en",
      version: "1.2.3",
      ...options,
      ...more,
    });
    guards.push(guard);
    made.push(connections);
    return connections;
  };
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-mcp-")));
  });
  afterEach(async () => {
    await Promise.all(made.map((connections) => connections.close()));
    await Promise.all(guards.map((guard) => guard.close()));
    [made, guards] = [[], []];
    await rm(folder, { recursive: true, force: true });
  });
  return {
    create,
    folder: () => folder,
    log: () => path.join(folder, "log"),
    /** What the hostile server was told so far. */
    async told(): Promise<string> {
      const [text] = await Promise.allSettled([readFile(path.join(folder, "log"), "utf8")]);
      return text.status === "fulfilled" ? text.value : "";
    },
    hostile: (mode = "ok", more: Partial<McpServer> = {}, env = {}) =>
      nodeServer(["--no-warnings", hostile, mode, path.join(folder, "log")], more, env),
  };
}

export const until = (check: () => unknown, timeout = 5_000) => expect.poll(check, { timeout, interval: 20 });

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
