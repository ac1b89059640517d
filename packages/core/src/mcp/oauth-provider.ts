import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { McpOAuthClient } from "./connection.ts";
import type { LoginStore } from "./oauth-store.ts";

export interface OAuthProviderOptions {
  store: LoginStore;
  /** Who the login is made as; absent: a client that registers itself. */
  client?: McpOAuthClient | undefined;
  redirectUrl: string;
  /** Proof that the answer belongs to our question. */
  state: string;
  /** Called with the page that a person has to log in on. */
  onPage(url: URL): void | Promise<void>;
}

/** A client that a person got from the server's owner, in the words of the protocol. */
export function toClient(client: McpOAuthClient | undefined) {
  if (!client) return undefined;
  const { clientId, clientSecret } = client;
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}

/** What the SDK's OAuth flow keeps, in the store of one server; the verifier of PKCE stays in memory. */
export function createOAuthProvider(options: OAuthProviderOptions): OAuthClientProvider {
  const { store } = options;
  const known = toClient(options.client);
  let verifier = "";
  return {
    get redirectUrl() {
      return options.redirectUrl;
    },
    get clientMetadata() {
      return {
        client_name: "SkillMint",
        redirect_uris: [options.redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      };
    },
    state: () => options.state,
    // It was entered for the server, and so for whoever gives its tokens.
    clientInformation: async (context) =>
      known ? { ...known, ...(context ? { issuer: context.issuer } : {}) } : (await store.read()).client,
    saveClientInformation: (client) => (known ? undefined : store.change({ client })),
    tokens: async () => (await store.read()).tokens,
    saveTokens: (tokens) => store.change({ tokens }),
    redirectToAuthorization: (url) => options.onPage(url),
    saveCodeVerifier(value) {
      verifier = value;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (discovery) => store.change({ discovery }),
    discoveryState: async () => (await store.read()).discovery,
    async invalidateCredentials(scope) {
      const all = scope === "all";
      if (scope === "verifier" || all) verifier = "";
      await store.change({
        ...(all || scope === "client" ? { client: undefined } : {}),
        ...(all || scope === "tokens" ? { tokens: undefined } : {}),
        ...(all || scope === "discovery" ? { discovery: undefined } : {}),
      });
    },
  };
}
