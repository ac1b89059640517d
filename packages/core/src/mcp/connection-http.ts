import type { FetchLike } from "@modelcontextprotocol/client";
import type { ActiveCall } from "./connection-calls.ts";
import { createClient, type Negotiation } from "./connection-client.ts";
import { isStreamError, missingScope, statusOf, toFailure } from "./connection-failure.ts";
import type { Connecting, LiveServer, StartSetup } from "./connection-start.ts";
import { guardFor } from "./connection-guard.ts";
import type { McpLaunch } from "./connection.ts";
import { createTokenSource } from "./oauth-tokens.ts";
import { createGuardedFetch } from "./transport-fetch.ts";
import { createHttpTransport, createSseTransport, type HttpTransport } from "./transport-http.ts";

type HttpLaunch = Extract<McpLaunch, { type: "http" | "sse" }>;

/** What servers that only have the older event stream answer to the newer way. */
const olderStatus = new Set([400, 404, 405]);

export function connectHttp(setup: StartSetup, launch: HttpLaunch): Connecting {
  const { failures, calls, server } = setup;
  const guard = guardFor(setup.guard, server, launch.url);
  let transport: HttpTransport | undefined;
  let versions: readonly string[] = [];
  let isLost = false;

  function onLong(call: ActiveCall | undefined): void {
    const megabytes = Math.round(setup.maxBytes / 1024 / 1024);
    const failure = failures.make("size", { megabytes });
    if (call) call.fail(failure);
    else calls.failAll(failure);
  }

  const fetch: FetchLike = createGuardedFetch({
    guard,
    maxBytes: setup.maxBytes,
    current: () => calls.current(),
    onLong,
  });
  const { store } = setup;
  const options = {
    url: launch.url,
    headers: launch.headers,
    fetch,
    auth:
      store &&
      createTokenSource({
        client: launch.oauth,
        store,
        failures,
        fetch: createGuardedFetch({ guard, maxBytes: 1024 * 1024 }),
      }),
  };

  async function open(kind: "http" | "sse"): Promise<LiveServer> {
    const sdk = await import("@modelcontextprotocol/client");
    versions = sdk.SUPPORTED_PROTOCOL_VERSIONS;
    const own = await (kind === "http" ? createHttpTransport(options) : createSseTransport(options));
    transport = own;
    const negotiation: Negotiation = kind === "http" ? "auto" : "legacy";
    const client = await createClient({ ...setup, words: failures.words, negotiation });
    await client.connect(own, { timeout: server.startMs });
    // The older stream carries all answers: without it none comes, and a new one is a new session.
    const onerror = (error: Error): void => {
      if (kind !== "sse" || !isStreamError(error)) return;
      isLost = true;
      calls.failAll(toFailure(error, { failures, phase: "call", versions }));
      void client.close();
    };
    Object.assign(client, { onerror });
    return {
      client,
      isAlive: () => !isLost && client.transport !== undefined,
      isForgotten(error) {
        const status = statusOf(error);
        const text = error instanceof Error ? error.message : "";
        return own.sessionId !== undefined && (status === 404 || (status === 400 && /session/i.test(text)));
      },
      async learn(error) {
        const scope = missingScope(error);
        if (scope) await store?.change({ scope });
      },
      explain: (error) => toFailure(error, { failures, phase: "call", versions }),
      async end() {
        await own.endSession();
        await client.close();
        await guard.close();
      },
    };
  }

  return {
    async connect() {
      if (launch.type === "sse") return open("sse");
      try {
        return await open("http");
      } catch (error) {
        if (!olderStatus.has(statusOf(error) ?? 0)) throw error;
        await transport?.close();
        try {
          return await open("sse");
        } catch {
          // It is no such server either: the first answer is what matters.
          throw error;
        }
      }
    },
    explain: (error) => toFailure(error, { failures, phase: "start", versions }),
    async abandon() {
      await transport?.close();
      await guard.close();
    },
  };
}
