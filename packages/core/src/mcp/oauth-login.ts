import { randomBytes } from "node:crypto";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpLogin, McpOAuthClient } from "./connection.ts";
import { toFailure } from "./connection-failure.ts";
import { quote, type Failures } from "./failure.ts";
import { listenForCallback } from "./oauth-callback.ts";
import { isLoginPage } from "./oauth-page.ts";
import { createOAuthProvider } from "./oauth-provider.ts";
import type { LoginStore } from "./oauth-store.ts";

const loginMs = 5 * 60 * 1_000;

export interface LoginRequest extends McpLogin {
  url: string;
  client?: McpOAuthClient | undefined;
  store: LoginStore;
  failures: Failures;
  fetch: FetchLike;
  /** How long somebody may take. */
  loginMs?: number;
}

/** What the server says about its login when it is asked something without one. */
async function readChallenge(url: string, fetch: FetchLike, signal: AbortSignal) {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }),
    redirect: "manual",
    signal,
  });
  await response.body?.cancel();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}), ...(scope ? { scope } : {}) };
}

async function waitFor<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
    onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** The authorization code flow with PKCE, for a client that registers itself, in a person's browser. */
export async function logIn(request: LoginRequest): Promise<void> {
  const { url, store, failures, fetch, signal } = request;
  signal.throwIfAborted();
  const { auth, computeScopeUnion } = await import("@modelcontextprotocol/client");
  const state = randomBytes(32).toString("base64url");
  const callback = await listenForCallback(state, {
    done: failures.words("mcpConnection.page.done"),
    failed: failures.words("mcpConnection.page.failed"),
  });
  try {
    const provider = createOAuthProvider({
      store,
      client: request.client,
      redirectUrl: callback.url,
      state,
      async onPage(page) {
        if (!isLoginPage(page)) throw failures.make("loginPage");
        await request.open(page.href);
      },
    });
    const challenge = await readChallenge(url, fetch, signal);
    // A client is registered with the address that it comes back to, and that has another port every time.
    await provider.invalidateCredentials?.("client");
    await provider.invalidateCredentials?.("discovery");
    const before = await store.read();
    const scope = computeScopeUnion(challenge.scope, before.tokens?.scope, before.scope);
    const options = { serverUrl: url, fetchFn: fetch, ...challenge, ...(scope ? { scope } : {}) };
    if ((await auth(provider, { ...options, forceReauthorization: true })) === "AUTHORIZED") return;
    const seconds = Math.round((request.loginMs ?? loginMs) / 1_000);
    const params = await waitFor(callback.params, request.loginMs ?? loginMs, signal, () =>
      failures.make("loginTime", { seconds }),
    );
    const [code, iss] = [params.get("code"), params.get("iss")];
    if (code === null) {
      const said = params.get("error_description") ?? params.get("error") ?? "";
      throw failures.make("loginDenied", { detail: quote(said) });
    }
    await auth(provider, { ...options, authorizationCode: code, ...(iss === null ? {} : { iss }) });
  } catch (error) {
    signal.throwIfAborted();
    const known = toFailure(error, { failures, phase: "start", versions: [] });
    if (known.kind !== "unreachable" && known.kind !== "answer") throw known;
    const detail = quote(error instanceof Error ? error.message : String(error));
    throw failures.make("loginFailed", { detail }, { cause: error });
  } finally {
    callback.close();
  }
}
