import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import type { Runtime } from "@skillmint/core";
import { createAreaWords, SkillmintError, type SessionId } from "@skillmint/core/protocol";
import { packUpload } from "@skillmint/core/protocol/api";
import { createRuns } from "./events/runs.ts";
import { createJobs } from "./jobs/create-jobs.ts";
import { createApp } from "./create-app.ts";
import { wordListenError } from "./login/word-listen-error.ts";
import { createShelf } from "./packs/shelf.ts";
import { isLoopback, isOrigin, listenAddress, namesOf } from "./login/own-addresses.ts";
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
  /** Where to listen: this machine's loopback unless told otherwise; `*`: everywhere. */
  host?: string;
  /** Where a proxy in front makes this server reachable: `https://name`. */
  origin?: string;
  /** What others have to know. Beyond the loopback, and behind a proxy, there must be one. */
  password?: string;
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
/** Shorter ones are guessed. */
const minPassword = 12;

function refuse(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen({ port, host: listenAddress(host) }, () => {
    server.off("error", reject);
    resolve((server.address() as AddressInfo).port);
  });
  return promise;
}

/**
 * Serves the API, on this machine's loopback unless told otherwise. Refused with `usage` where the port is taken, and
 * beyond the loopback or behind a proxy without a password.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { runtime, folder, version } = options;
  const words = createAreaWords(serverTexts, runtime.language);
  if (!Number.isInteger(options.port) || options.port < 0 || options.port > 65_535)
    throw refuse(words("badPort", { port: options.port }));
  const host = options.host ?? "127.0.0.1";
  const { password, origin } = options;
  if (origin !== undefined && !isOrigin(origin)) throw refuse(words("badOrigin", { origin }));
  const open = origin ?? (isLoopback(host) ? undefined : host);
  if (open !== undefined && (password ?? "").length < minPassword)
    throw refuse(words("needsPassword", { host: open, length: minPassword }));
  const token = await loadToken(join(runtime.home.root, "server-token"));
  const runs = createRuns({ runtime, onFailure: options.onFailure });
  const jobs = createJobs();
  const shelf = createShelf({ maxBytes: packUpload.maxBytes });
  let ours: ReadonlySet<string> = new Set();
  const app = createApp({
    runtime,
    runs,
    jobs,
    shelf,
    folder,
    version,
    token,
    ...(password === undefined ? {} : { password }),
    isOurs: (authority) => ours.has(authority),
    ...(origin === undefined ? {} : { origin }),
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
  const port = await listen(server, options.port, host).catch(async (error: unknown) => {
    const message = await wordListenError(error, { host, port: options.port }, words);
    throw message === undefined ? error : refuse(message);
  });
  runtime.internet.claimPort(port);
  const names = namesOf(host);
  ours = new Set(names.map((name) => (port === 80 ? name : `${name}:${port}`)));
  return {
    url: `http://${names[0]}:${port}`,
    port,
    token,
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await Promise.all([promise, runs.close(), jobs.close()]);
      await shelf.close();
    },
  };
}
