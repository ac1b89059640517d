import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { McpOAuthClient } from "./connection.ts";
import { quote, type Failures } from "./failure.ts";
import { toClient } from "./oauth-provider.ts";
import type { LoginStore, StoredLogin } from "./oauth-store.ts";

/** Less than others wait for whoever renews before they try themselves. */
const renewMs = 8_000;
/** What a server says where trying again later may help. */
const passing = new Set(["server_error", "temporarily_unavailable"]);

export interface TokenSourceOptions {
  store: LoginStore;
  failures: Failures;
  client: McpOAuthClient | undefined;
  /** Without the headers that were entered for the server: who gives tokens is somebody else. */
  fetch: FetchLike;
}

/**
 * The token of a login, renewed when the server does not take it any more: by one of all who use the login, in
 * whatever process, because most servers take a refresh token once only. Nobody is asked to log in from here.
 */
export function createTokenSource({ store, failures, client, fetch }: TokenSourceOptions): AuthProvider {
  let used: string | undefined;
  let renewing: Promise<void> | undefined;
  const askLogin = (cause?: unknown) => failures.make("login", {}, { cause });
  const fetchSoon: FetchLike = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(renewMs) });

  /** The login as it is kept now; undefined where another call or another process has renewed it meanwhile. */
  async function readOld(): Promise<StoredLogin | undefined> {
    const login = await store.read();
    if (login.tokens && login.tokens.access_token !== used) return undefined;
    if (!login.tokens?.refresh_token) throw askLogin();
    return login;
  }

  /** Undefined where the server does not know the login any more. */
  async function requestTokens(login: StoredLogin): Promise<StoredLogin["tokens"]> {
    const { tokens, discovery } = login;
    const clientInformation = toClient(client) ?? login.client;
    if (!tokens?.refresh_token || !discovery || !clientInformation) throw askLogin();
    const { authorizationServerUrl: server, authorizationServerMetadata: metadata } = discovery;
    const { OAuthError, refreshAuthorization } = await import("@modelcontextprotocol/client");
    try {
      const fresh = await refreshAuthorization(server, {
        ...(metadata ? { metadata } : {}),
        ...(discovery.resourceMetadata ? { resource: discovery.resourceMetadata.resource } : {}),
        clientInformation,
        refreshToken: tokens.refresh_token,
        fetchFn: fetchSoon,
      });
      return { ...fresh, ...(tokens.issuer === undefined ? {} : { issuer: tokens.issuer }) };
    } catch (error) {
      if (error instanceof OAuthError && !passing.has(error.code)) return undefined;
      const detail = quote(error instanceof Error ? error.message : String(error));
      throw failures.make("renewal", { detail }, { cause: error });
    }
  }

  const renew = (): Promise<void> =>
    store.alone(async () => {
      const login = await readOld();
      if (!login) return;
      const tokens = await requestTokens(login);
      await store.change({ tokens });
      if (!tokens) throw askLogin();
    });

  return {
    async token() {
      used = (await store.read()).tokens?.access_token;
      return used;
    },
    async onUnauthorized() {
      if (!(await readOld())) return;
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
  };
}
