import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import type { Runtime } from "@skillmint/core";
import { createAreaWords, SkillmintError, type SessionId } from "@skillmint/core/protocol";
import { createRuns } from "./events/runs.ts";
import { healthSchema } from "./routes/health.ts";
import { createJobs } from "./jobs/create-jobs.ts";
import { createApp } from "./create-app.ts";
import { serverTexts } from "./texts.ts";
import { loadToken } from "./token.ts";

export interface ServerOptions {
  runtime: Runtime;
  /** The real folder that requests work in where they name none. */
  folder: string;
  version: string;
  /** The folder of the built web app, where it is to be served. */
  web?: string;
  /** 0: any free one. */
  port: number;
  /** Told of runs that could not even start. */
  onFailure(id: SessionId, error: unknown): void;
}

export interface RunningServer {
  url: string;
  port: number;
  token: string;
  /** Takes no more requests, ends those that are open and stops the runs: each can be continued. */
  close(): Promise<void>;
}

export const defaultPort = 8765;
const loopback = ["127.0.0.1", "localhost", "[::1]"];

function refusePort(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

/** Whether the one who has the port answers like one of us. */
async function isOneOfUs(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1_000) });
    return healthSchema.safeParse(await reply.json()).success;
  } catch {
    return false;
  }
}

function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen({ port, host: "127.0.0.1" }, () => {
    server.off("error", reject);
    resolve((server.address() as AddressInfo).port);
  });
  return promise;
}

/** Serves the API on this machine's loopback. Refused with `usage` where the port is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { runtime, folder, version } = options;
  const words = createAreaWords(serverTexts, runtime.language);
  if (!Number.isInteger(options.port) || options.port < 0 || options.port > 65_535)
    throw refusePort(words("badPort", { port: options.port }));
  const token = await loadToken(join(runtime.home.root, "server-token"));
  const runs = createRuns({ runtime, onFailure: options.onFailure });
  const jobs = createJobs();
  let ours: ReadonlySet<string> = new Set();
  const app = createApp({
    runtime,
    runs,
    jobs,
    folder,
    version,
    token,
    isOurs: (authority) => ours.has(authority),
    ...(options.web === undefined ? {} : { web: options.web }),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: {
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
  }) as Server;
  server.maxHeadersCount = 100;
  const port = await listen(server, options.port).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    const by = words((await isOneOfUs(options.port)) ? "byOurs" : "byOther");
    throw refusePort(words("portBusy", { port: options.port, by }));
  });
  runtime.internet.claimPort(port);
  ours = new Set(loopback.map((host) => (port === 80 ? host : `${host}:${port}`)));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await Promise.all([promise, runs.close(), jobs.close()]);
    },
  };
}
