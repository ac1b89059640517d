import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface OAuthRequest {
  path: string;
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
  body: string;
}

export interface OAuthServer {
  origin: string;
  url: string;
  seen: OAuthRequest[];
  /** Which tokens are taken now. */
  valid: Set<string>;
  /** Changes what the authorization server says of itself. */
  metadata: Record<string, unknown>;
  /** What `/token` answers to a refresh, instead of new tokens. */
  refusal: string | undefined;
  /** What a token must allow for a call of a tool; every token allows what its login asked for. */
  needs: string | undefined;
  /** Where `/mcp` leads to, instead of answering. */
  redirect: string | undefined;
  /** Plays the browser of somebody who agrees. */
  agree(page: string, change?: (params: URLSearchParams) => void): Promise<Response>;
  close(): void;
}

/** An MCP server and the server that gives tokens for it, on one port. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const seen: OAuthRequest[] = [];
  const valid = new Set<string>();
  const challenges = new Map<string, string>();
  let given = 0;
  let scopes = new Set<string>();

  const json = (response: ServerResponse, status: number, value: object, headers = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };

  function giveTokens(response: ServerResponse): void {
    given += 1;
    const access = `access-token-${given}`;
    valid.add(access);
    json(response, 200, {
      access_token: access,
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: `refresh-token-${given}`,
    });
  }

  function onToken({ form }: OAuthRequest, response: ServerResponse): void {
    if (form.get("grant_type") === "refresh_token") {
      if (state.refusal !== undefined) return json(response, 400, { error: state.refusal });
      if (form.get("refresh_token") !== `refresh-token-${given}`)
        return json(response, 400, { error: "invalid_grant" });
      return giveTokens(response);
    }
    const digest = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenges.get(form.get("code") ?? "") !== digest)
      return json(response, 400, { error: "invalid_grant" });
    giveTokens(response);
  }

  function onMcp(request: OAuthRequest, response: ServerResponse): void {
    if (state.redirect !== undefined) {
      response.writeHead(307, { location: state.redirect }).end();
      return;
    }
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!valid.has(token)) {
      const metadata = `${state.origin}/.well-known/oauth-protected-resource/mcp`;
      const challenge = { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="tools"` };
      return json(response, 401, { error: "invalid_token" }, challenge);
    }
    const message = JSON.parse(request.body || "{}") as { id?: number; method?: string };
    if (message.id === undefined) {
      response.writeHead(request.body ? 202 : 405).end();
      return;
    }
    const needs = state.needs;
    if (message.method === "tools/call" && needs !== undefined && !scopes.has(needs)) {
      const challenge = { "www-authenticate": `Bearer error="insufficient_scope", scope="${needs}"` };
      return json(response, 403, { error: "insufficient_scope" }, challenge);
    }
    const result =
      message.method === "initialize"
        ? {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "o", version: "1" },
          }
        : { content: [{ type: "text", text: token }] };
    const isKnown = message.method === "initialize" || message.method === "tools/call";
    const error = { code: -32_601, message: "Method not found" };
    json(response, 200, { jsonrpc: "2.0", id: message.id, ...(isKnown ? { result } : { error }) });
  }

  function answer(request: OAuthRequest, response: ServerResponse): void {
    const { origin } = state;
    if (request.path === "/mcp") return onMcp(request, response);
    if (request.path === "/token") return onToken(request, response);
    if (request.path === "/register")
      return json(response, 201, { ...(JSON.parse(request.body) as object), client_id: "client-1" });
    if (request.path.startsWith("/.well-known/oauth-protected-resource"))
      return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    if (request.path === "/.well-known/oauth-authorization-server")
      return json(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        ...state.metadata,
      });
    response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const entry = {
        path: request.url ?? "",
        headers: request.headers,
        form: new URLSearchParams(body),
        body,
      };
      seen.push(entry);
      answer(entry, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: OAuthServer = {
    origin,
    url: `${origin}/mcp`,
    seen,
    valid,
    metadata: {},
    refusal: undefined,
    redirect: undefined,
    needs: undefined,
    agree(page, change) {
      const { searchParams } = new URL(page);
      scopes = new Set(searchParams.get("scope")?.split(" "));
      challenges.set("code-1", searchParams.get("code_challenge") ?? "");
      const params = new URLSearchParams({ code: "code-1", state: searchParams.get("state") ?? "" });
      change?.(params);
      return fetch(`${searchParams.get("redirect_uri")}?${params.toString()}`);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}
