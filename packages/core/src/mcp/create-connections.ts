import { createKillAtExit } from "../workspace/kill-at-exit.ts";
import { isSecretVariable } from "../workspace/child-environment.ts";
import type { Guard } from "../network/guard.ts";
import type { Language } from "../protocol/index.ts";
import { createCalls } from "./connection-calls.ts";
import { guardFor } from "./connection-guard.ts";
import { createLifecycle, type Lifecycle } from "./connection-lifecycle.ts";
import { createServerRequests, type ServerRequests } from "./connection-server.ts";
import type { McpConnection, McpConnections, McpLaunch, McpServer, McpTokens } from "./connection.ts";
import { createFailures, createMcpWords } from "./failure.ts";
import { createLoginStore } from "./oauth-store.ts";

/** What one message, one body or one event of a server may hold. */
const maxMessageBytes = 64 * 1024 * 1024;
const maxLoginBytes = 1024 * 1024;

export interface McpConnectionsOptions {
  guard: Guard;
  language: Language;
  /** Of this program: servers are told. */
  version: string;
  /** What servers inherit of, without its secrets. Default: of this process. */
  environment?: Record<string, string | undefined>;
  /** Puts in what references in a launch stand for. Called at every start; what it throws is the failure of the start. */
  resolve?(server: McpServer): Promise<McpLaunch>;
  /** Where logins are kept. Absent: nobody can log in. */
  tokens?: McpTokens;
  maxMessageBytes?: number;
}

/** One server that any number of connections share. */
interface Shared {
  server: McpServer;
  lifecycle: Lifecycle;
  requests: ServerRequests;
  listeners: Set<() => void>;
  holders: number;
}

/** Texts that were entered for a server and must not be shown when it says them back. */
function secretsOf(launch: McpLaunch): string[] {
  if (launch.type !== "stdio")
    return [...Object.values(launch.headers), launch.oauth?.clientSecret ?? ""].filter(
      (value) => value.length >= 8,
    );
  return Object.entries(launch.env)
    .filter(([name, value]) => value.length >= 8 && isSecretVariable(name, value))
    .map(([, value]) => value);
}

export function createMcpConnections(options: McpConnectionsOptions): McpConnections {
  const words = createMcpWords(options.language);
  const atExit = createKillAtExit();
  const open = new Map<string, Shared>();
  const resolve = options.resolve ?? ((server: McpServer) => Promise.resolve(server.launch));
  let isClosed = false;

  const storeOf = (launch: McpLaunch, secrets: string[]) =>
    options.tokens && launch.type !== "stdio"
      ? createLoginStore(options.tokens, launch.url, ({ tokens }) => {
          for (const token of [tokens?.access_token, tokens?.refresh_token])
            if (token !== undefined && !secrets.includes(token)) secrets.push(token);
        })
      : undefined;

  function share(server: McpServer, roots: readonly string[]): Shared {
    const calls = createCalls();
    const listeners = new Set<() => void>();
    let secrets: string[] = [];
    const failures = createFailures(server.name, words, () => secrets);
    const onToolsChanged = (): void => {
      for (const listener of listeners) listener();
    };
    const lifecycle = createLifecycle({
      failures,
      onRestarted: onToolsChanged,
      async start(signal) {
        const launch = await resolve(server);
        secrets = secretsOf(launch);
        const { startServer } = await import("./connection-start.ts");
        return startServer(
          {
            server,
            launch,
            roots,
            version: options.version,
            environment: options.environment ?? process.env,
            guard: options.guard,
            calls,
            failures,
            atExit,
            maxBytes: options.maxMessageBytes ?? maxMessageBytes,
            store: storeOf(launch, secrets),
            onToolsChanged,
          },
          signal,
        );
      },
    });
    const requests = createServerRequests({ server, lifecycle, calls, failures });
    return { server, lifecycle, requests, listeners, holders: 0 };
  }

  function hold(key: string, shared: Shared): McpConnection {
    const own = new Set<() => void>();
    let isHeld = true;
    shared.holders += 1;
    return {
      ...shared.requests,
      server: shared.server,
      state: () => shared.lifecycle.state(),
      instructions: () => shared.lifecycle.current()?.client.getInstructions(),
      onToolsChanged(listener) {
        // Of its own, so that the same function may listen twice.
        const entry = (): void => listener();
        own.add(entry);
        shared.listeners.add(entry);
        return () => {
          own.delete(entry);
          shared.listeners.delete(entry);
        };
      },
      async close() {
        if (!isHeld) return;
        isHeld = false;
        for (const entry of own) shared.listeners.delete(entry);
        shared.holders -= 1;
        if (shared.holders > 0) return;
        if (open.get(key) === shared) open.delete(key);
        await shared.lifecycle.close();
      },
    };
  }

  /** What a login of this server is about; a failure where there can be none. */
  async function loginOf(server: McpServer) {
    const launch = await resolve(server);
    const secrets = secretsOf(launch);
    const failures = createFailures(server.name, words, () => secrets);
    const store = storeOf(launch, secrets);
    if (launch.type === "stdio" || !store) throw failures.make("noLogin");
    return { failures, store, url: launch.url, client: launch.oauth };
  }

  function forgive(url: string): void {
    for (const { server, lifecycle } of open.values())
      if (server.launch.type !== "stdio" && server.launch.url === url) lifecycle.forgive();
  }

  return {
    open(server, roots = []) {
      const { launch, name, from, startMs, callMs } = server;
      const key = JSON.stringify([name, launch, from, startMs, callMs, [...roots].sort()]);
      const shared = open.get(key) ?? share(server, roots);
      if (isClosed) void shared.lifecycle.close();
      else open.set(key, shared);
      return hold(key, shared);
    },
    async login(server, login) {
      const { failures, store, url, client } = await loginOf(server);
      const [{ logIn }, { createGuardedFetch }] = await Promise.all([
        import("./oauth-login.ts"),
        import("./transport-fetch.ts"),
      ]);
      const guard = guardFor(options.guard, server, url);
      const fetch = createGuardedFetch({ guard, maxBytes: maxLoginBytes });
      try {
        await logIn({ ...login, url, client, store, failures, fetch });
        forgive(url);
      } finally {
        await guard.close();
      }
    },
    async logout(server) {
      return (await loginOf(server)).store.clear();
    },
    async close() {
      isClosed = true;
      const all = [...open.values()];
      open.clear();
      await Promise.allSettled(all.map(({ lifecycle }) => lifecycle.close()));
    },
  };
}
