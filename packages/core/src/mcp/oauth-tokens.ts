import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { McpOAuthClient } from "./connection.ts";
import type { Failures } from "./failure.ts";
import { createOAuthProvider } from "./oauth-provider.ts";
import type { LoginStore } from "./oauth-store.ts";

export interface TokenSourceOptions {
  store: LoginStore;
  failures: Failures;
  client: McpOAuthClient | undefined;
  /** Without the headers that were entered for the server: who gives tokens is somebody else. */
  fetch: FetchLike;
}

/** The token of a login, renewed when the server does not take it any more. Nobody is asked to log in from here. */
export function createTokenSource({ store, failures, client, fetch }: TokenSourceOptions): AuthProvider {
  let used: string | undefined;
  let renewing: Promise<void> | undefined;
  const askLogin = (cause?: unknown) => failures.make("login", {}, { cause });

  async function renew(serverUrl: URL): Promise<void> {
    const { auth } = await import("@modelcontextprotocol/client");
    const provider = createOAuthProvider({
      store,
      client,
      // Never used: there is no page to come back from.
      redirectUrl: "http://127.0.0.1/callback",
      state: "",
      onPage: () => {
        throw askLogin();
      },
    });
    if ((await auth(provider, { serverUrl, fetchFn: fetch })) !== "AUTHORIZED") throw askLogin();
  }

  return {
    async token() {
      used = (await store.read()).tokens?.access_token;
      return used;
    },
    async onUnauthorized({ serverUrl }) {
      const { tokens } = await store.read();
      // Another call or another process has renewed it meanwhile.
      if (tokens && tokens.access_token !== used) return;
      if (!tokens?.refresh_token) throw askLogin();
      renewing ??= renew(serverUrl).finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
  };
}
