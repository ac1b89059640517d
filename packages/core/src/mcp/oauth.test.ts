import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTokenFile } from "../environment/mcp-tokens.ts";
import { nodeServer, serverOf, signal, useConnections } from "./connections.fixture.ts";
import type { McpServer } from "./connection.ts";
import { isLoginPage } from "./oauth-page.ts";
import { startOAuthServer, type OAuthServer } from "./oauth-server.fixture.ts";

let oauth: OAuthServer;
let kept: Map<string, string>;
const stage = useConnections();
const tokens = {
  get: async (address: string) => kept.get(address),
  set: async (address: string, value: string) => void kept.set(address, value),
  delete: async (address: string) => void kept.delete(address),
  alone: <T>(_address: string, work: () => Promise<T>) => work(),
};

beforeEach(async () => {
  kept = new Map();
  oauth = await startOAuthServer();
});
afterEach(() => oauth.close());

const at = (headers: Record<string, string> = {}): McpServer =>
  serverOf({ type: "http", url: oauth.url, headers }, { name: "notes" });
const agree = (page: string): void => void oauth.agree(page);

/** A person logged in and used it; now its token has expired. */
async function loginOnce() {
  const connections = stage.create({ tokens });
  await connections.login(at(), { open: agree, signal: signal() });
  const connection = connections.open(at());
  const call = () => connection.call("any", {}, { signal: signal() });
  await call();
  oauth.valid.clear();
  return { connections, call };
}

describe("a server that asks for a login", () => {
  it("is used after a person gave it, with a token for it alone", async () => {
    const connections = stage.create({ tokens });
    const server = at({ "x-api-key": "only-for-the-server" });
    const connection = connections.open(server);
    const call = () => connection.call("any", {}, { signal: signal() });
    await expect(call()).rejects.toMatchObject({
      kind: "login",
      message: "MCP server notes asks for a login. A person can give it: skillmint mcp login notes",
    });
    const pages: string[] = [];
    let shown: Response | undefined;
    const open = async (page: string): Promise<void> => {
      pages.push(page);
      // Somebody else knows the port, but not the state.
      const wrong = await oauth.agree(page, (params) => params.set("state", "guessed"));
      expect(wrong.status).toBe(400);
      shown = await oauth.agree(page);
    };
    await connections.login(server, { open, signal: signal() });
    const page = new URL(pages[0] ?? "");
    expect(page.href.startsWith(`${oauth.origin}/authorize?`)).toBe(true);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "client-1",
      code_challenge_method: "S256",
      scope: "tools",
      resource: oauth.url,
    });
    expect(page.searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(await shown?.text()).toContain("You are logged in.");
    expect(await call()).toMatchObject({ content: [{ text: "access-token-1" }] });

    for (const request of oauth.seen.filter(({ path }) => path !== "/mcp"))
      expect(request.headers["x-api-key"]).toBeUndefined();
    expect([...kept.keys()]).toEqual([oauth.url]);
    expect(await connections.logout(server)).toBe(true);
    expect(kept.size).toBe(0);
    expect(await connections.logout(server)).toBe(false);
  });

  it("gets a new token for an old one, once for all calls", async () => {
    const { connections, call } = await loginOnce();
    const results = await Promise.all([call(), call(), call()]);
    for (const result of results) expect(result).toMatchObject({ content: [{ text: "access-token-2" }] });
    expect(oauth.seen.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(1);

    oauth.valid.clear();
    oauth.refusal = "invalid_grant";
    await expect(call()).rejects.toMatchObject({ kind: "login" });
    oauth.refusal = undefined;
    await connections.login(at(), { open: agree, signal: signal() });
    expect(await call()).toMatchObject({ content: [{ text: "access-token-3" }] });
  });

  it("gets one new token for all processes that share a login", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcp-login-"));
    try {
      const [one, other] = [0, 1].map(() => {
        const connections = stage.create({ tokens: createTokenFile(join(folder, "mcp-tokens.json")) });
        const call = () => connections.open(at()).call("any", {}, { signal: signal() });
        return { connections, call };
      });
      await one?.connections.login(at(), { open: agree, signal: signal() });
      await Promise.all([one?.call(), other?.call()]);
      oauth.valid.clear();
      const results = await Promise.all([one?.call(), other?.call()]);
      for (const result of results) expect(result).toMatchObject({ content: [{ text: "access-token-2" }] });
      expect(oauth.seen.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("keeps a login that cannot be renewed now, and says so in words of its own only", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { connections, call } = await loginOnce();
    for (const refusal of ["server_error", "temporarily_unavailable"]) {
      oauth.refusal = refusal;
      await expect(call()).rejects.toMatchObject({ kind: "renewal" });
    }
    oauth.refusal = undefined;
    expect(await call()).toMatchObject({ content: [{ text: "access-token-2" }] });
    for (const refusal of ["invalid_grant", "invalid_client"]) {
      oauth.valid.clear();
      oauth.refusal = refusal;
      await expect(call()).rejects.toMatchObject({ kind: "login" });
      oauth.refusal = undefined;
      await connections.login(at(), { open: agree, signal: signal() });
    }
    expect(oauth.seen.filter(({ path }) => path === "/register")).toHaveLength(3);
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  it("gets more rights by another login when they are needed", async () => {
    const connections = stage.create({ tokens });
    await connections.login(at(), { open: agree, signal: signal() });
    const connection = connections.open(at());
    const call = () => connection.call("any", {}, { signal: signal() });
    oauth.needs = "admin";
    await expect(call()).rejects.toMatchObject({ kind: "login" });
    let scope: string | null = null;
    const open = (page: string): void => {
      scope = new URL(page).searchParams.get("scope");
      agree(page);
    };
    await connections.login(at(), { open, signal: signal() });
    expect(scope).toBe("tools admin");
    expect(await call()).toMatchObject({ isError: false });
  });

  it("knows a client that need not register", async () => {
    const client = { clientId: "known-client", clientSecret: "known-secret" };
    const launch = { type: "http" as const, url: oauth.url, headers: {}, oauth: client };
    oauth.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const open = (page: string): void => {
      expect(new URL(page).searchParams.get("client_id")).toBe("known-client");
      agree(page);
    };
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const connections = stage.create({ tokens });
    await connections.login(serverOf(launch), { open, signal: signal() });
    expect(oauth.seen.map(({ path }) => path)).not.toContain("/register");
    const request = oauth.seen.find(({ path }) => path === "/token");
    expect(request?.form.get("client_secret")).toBe("known-secret");
    expect([...kept.values()].join("")).not.toContain("known-secret");
    oauth.valid.clear();
    expect(await connections.open(serverOf(launch)).call("any", {}, { signal: signal() })).toMatchObject({
      content: [{ text: "access-token-2" }],
    });
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  it("does not take the token along to another origin", async () => {
    const connections = stage.create({ tokens });
    await connections.login(at(), { open: agree, signal: signal() });
    const thief = await startOAuthServer();
    try {
      oauth.redirect = thief.url;
      await expect(connections.open(at()).tools()).rejects.toMatchObject({ kind: "redirect" });
      expect(thief.seen).toEqual([]);
    } finally {
      thief.close();
    }
  });

  it("is not asked for one without a place to keep it", async () => {
    await expect(stage.create().open(at()).tools()).rejects.toMatchObject({ kind: "login" });
    const never = { open: () => Promise.reject(new Error("opened")), signal: signal() };
    await expect(stage.create().login(at(), never)).rejects.toMatchObject({ kind: "noLogin" });
    const local = nodeServer(["-e", ""]);
    await expect(stage.create({ tokens }).login(local, never)).rejects.toMatchObject({ kind: "noLogin" });
  });
});

describe("a login", () => {
  const logIn = (open: (page: string) => void, more = signal()) =>
    stage.create({ tokens }).login(at(), { open, signal: more });

  it.each([
    ["javascript:alert(1)"],
    ["file:///etc/passwd"],
    ["data:text/html,x"],
    ["https://user:password@example.com/authorize"],
    ["https://example.com/authorize$(touch${IFS}/tmp/x)"],
    ["https://example.com/authorize|id"],
    ["not an address"],
  ])("never opens %s", async (endpoint) => {
    oauth.metadata = { authorization_endpoint: endpoint };
    const opened: string[] = [];
    await expect(logIn((page) => opened.push(page))).rejects.toMatchObject({
      kind: expect.stringMatching(/^login(?:Page|Failed)$/) as string,
    });
    expect(opened).toEqual([]);
    expect(kept.get(oauth.url) ?? "").not.toContain("access-token");
  });

  it("that was refused says so in the server's words, cleaned", async () => {
    const refuse = (page: string): void =>
      void oauth.agree(page, (params) => {
        params.delete("code");
        params.set("error", "access_denied");
        params.set("error_description", "not you\u001b[2J");
      });
    await expect(logIn(refuse)).rejects.toMatchObject({
      kind: "loginDenied",
      message: "The login to MCP server notes was refused: not you[2J",
    });
  });

  it("can be given up", async () => {
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    await expect(logIn(() => controller.abort(reason), controller.signal)).rejects.toBe(reason);
  });

  it("does not reach into a private network for a server that nobody entered", async () => {
    const server = { ...at(), from: "project" as const };
    const login = stage.create({ tokens }).login(server, { open: agree, signal: signal() });
    await expect(login).rejects.toMatchObject({ kind: "address" });
    expect(oauth.seen).toEqual([]);
  });

  it("is not led to other private addresses", async () => {
    const other = await startOAuthServer();
    try {
      oauth.metadata = { token_endpoint: `${other.origin}/token` };
      await expect(logIn(agree)).rejects.toMatchObject({ kind: "address" });
      expect(other.seen).toEqual([]);
    } finally {
      other.close();
    }
  });
});

it.each([
  [
    "https://auth.example.com/authorize?client_id=a&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcb&scope=a%20b",
    true,
  ],
  ["http://localhost:8080/a", true],
  ["https://h/a;id", false],
  ["https://h/a?'x'", true],
  ["vbscript:x", false],
])("the page %s may be opened: %s", (page, is) => expect(isLoginPage(new URL(page))).toBe(is));
