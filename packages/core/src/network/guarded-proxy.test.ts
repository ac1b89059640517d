import { createServer, connect, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startCountingServer, type CountingServer } from "./counting-server.fixture.ts";
import { createGuard } from "./create-guard.ts";
import type { GuardOptions } from "./guard.ts";
import { createGuardedProxy, type GuardedProxy } from "./guarded-proxy.ts";
import { proxyFromVariables } from "./proxy-variables.ts";
import { listSsrfForms } from "./ssrf-forms.fixture.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function useProxy(options: GuardOptions): Promise<GuardedProxy> {
  const guard = createGuard(options);
  const proxy = await createGuardedProxy(guard);
  opened.push(proxy, guard);
  return proxy;
}

async function useServer(options?: Parameters<typeof startCountingServer>[0]): Promise<CountingServer> {
  const server = await startCountingServer(options);
  opened.push(server);
  return server;
}

function authorize({ username, password }: GuardedProxy): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function dial(proxy: GuardedProxy): Socket {
  return connect(Number(new URL(proxy.url).port), "127.0.0.1");
}

/** Everything that the proxy answers to a text until it closes; `undefined` where it never does. */
async function exchange(proxy: GuardedProxy, text: string): Promise<string> {
  const socket = dial(proxy);
  socket.write(text);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await new Promise((resolve) => socket.on("close", resolve).on("error", resolve));
  return answer;
}

const get = (proxy: GuardedProxy, url: string, ...headers: string[]): Promise<string> =>
  exchange(
    proxy,
    [`GET ${url} HTTP/1.1`, "Host: x", "Connection: close", authorize(proxy), ...headers, "", ""].join(
      "\r\n",
    ),
  );
const connectTo = (proxy: GuardedProxy, target: string): Promise<string> =>
  exchange(proxy, [`CONNECT ${target} HTTP/1.1`, "Host: x", authorize(proxy), "", ""].join("\r\n"));
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("every form of a private address", () => {
  it("is refused for GET and for CONNECT, and nothing connects", async () => {
    const server = await useServer({ host: "::" });
    let resolves: readonly string[] = [];
    const proxy = await useProxy({ resolve: async () => resolves });
    const reached: string[] = [];
    const forms = listSsrfForms(server.port);
    for (const form of forms) {
      resolves = form.resolves ?? [];
      const authority = form.url.replace(/^[a-z-]+:[/\\]*/i, "").replace(/[/\\?#].*$/s, "");
      const answers = [
        await get(proxy, form.url),
        await connectTo(proxy, authority),
        await connectTo(proxy, form.url),
      ];
      const isRefused = answers.every((answer) => [400, 403].includes(statusOf(answer)));
      if (!isRefused) reached.push(`${form.url} ${answers.map(statusOf).join(" ")}`);
    }
    expect(reached).toEqual([]);
    expect(server.connections()).toBe(0);
    expect(proxy.refused()).toHaveLength(200);
    expect(proxy.refused()[0]).toEqual({ target: expect.any(String), reason: expect.any(String) });
  });

  it("names the reason", async () => {
    const proxy = await useProxy({});
    const answer = await get(proxy, "http://127.0.0.1:81/secret?token=canary");
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain("private: http://127.0.0.1:81");
    expect(answer).not.toContain("canary");
    expect(proxy.refused()).toEqual([{ target: "http://127.0.0.1:81", reason: "private" }]);
  });

  it("is not reached by a name that changes its mind", async () => {
    const first = await useServer({ answer: (_, response) => response.end("first") });
    const second = await useServer({ host: "127.0.0.2", port: first.port });
    let asked = 0;
    const proxy = await useProxy({
      allow: () => ["rebind.example"],
      resolve: async () => [asked++ === 0 ? "127.0.0.1" : "127.0.0.2"],
    });
    expect(await get(proxy, `http://rebind.example:${first.port}/`)).toContain("first");
    expect([asked, second.connections()]).toEqual([1, 0]);
  });
});

describe("what a person allowed", () => {
  const local: GuardOptions = { allow: () => ["site.example", "localhost", "127.0.0.1"] };
  const resolve = async (): Promise<string[]> => ["127.0.0.1"];

  it("is forwarded with its headers and body, without those of the connection", async () => {
    const server = await useServer({
      answer: (request, response) => {
        response.setHeader("x-from", "site");
        request.pipe(response);
      },
    });
    const proxy = await useProxy({ ...local, resolve });
    const answer = await exchange(
      proxy,
      [
        `POST http://site.example:${server.port}/a?b=c HTTP/1.1`,
        "Host: elsewhere.example",
        authorize(proxy),
        "X-Kept: yes",
        "Connection: close, x-hop",
        "X-Hop: no",
        "Content-Length: 4",
        "",
        "body",
      ].join("\r\n"),
    );
    expect([statusOf(answer), answer.includes("x-from: site"), answer.includes("\r\nbody\r\n")]).toEqual([
      200,
      true,
      true,
    ]);
    const [request] = server.requests;
    expect([request?.method, request?.url]).toEqual(["POST", "/a?b=c"]);
    expect(request?.headers.host).toBe(`site.example:${server.port}`);
    expect(request?.headers["x-kept"]).toBe("yes");
    expect(request?.headers["x-hop"]).toBeUndefined();
    expect(request?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("is tunnelled both ways, whatever is spoken", async () => {
    const echo: Server = createServer((socket) => socket.pipe(socket));
    await new Promise<void>((done) => echo.listen(0, "127.0.0.1", done));
    opened.push({ close: () => new Promise((done) => echo.close(() => done())) });
    const { port } = echo.address() as { port: number };
    const proxy = await useProxy({ ...local, resolve });
    const socket = dial(proxy);
    const chunks: string[] = [];
    socket.setEncoding("utf8");
    socket.write(
      [`CONNECT site.example:${port} HTTP/1.1`, "Host: x", authorize(proxy), "", "early"].join("\r\n"),
    );
    for await (const chunk of socket as AsyncIterable<string>) {
      chunks.push(chunk);
      if (chunks.join("").endsWith("early")) socket.write("later");
      if (chunks.join("").endsWith("later")) break;
    }
    expect(chunks.join("")).toBe("HTTP/1.1 200 Connection Established\r\n\r\nearlylater");
  });

  it("is not the proxy itself", async () => {
    const proxy = await useProxy({ ...local, resolve });
    const { port } = new URL(proxy.url);
    for (const host of ["127.0.0.1", "localhost", "site.example"]) {
      expect(statusOf(await get(proxy, `http://${host}:${port}/`))).toBe(403);
      expect(statusOf(await connectTo(proxy, `${host}:${port}`))).toBe(403);
    }
    expect(new Set(proxy.refused().map(({ reason }) => reason))).toEqual(new Set(["own-port"]));
  });

  it("that does not answer is a bad gateway", async () => {
    const server = await startCountingServer();
    await server.close();
    const proxy = await useProxy({ ...local, resolve });
    expect(statusOf(await get(proxy, `http://site.example:${server.port}/`))).toBe(502);
    expect(statusOf(await connectTo(proxy, `site.example:${server.port}`))).toBe(502);
  });
});

describe("the proxy", () => {
  it("serves nobody without its password", async () => {
    const server = await useServer();
    const proxy = await useProxy({ allow: () => ["127.0.0.1"] });
    const target = `127.0.0.1:${server.port}`;
    const wrong = `Proxy-Authorization: Basic ${Buffer.from("skillmint:wrong").toString("base64")}`;
    for (const lines of [["X: y"], [wrong]]) {
      const asked = [`GET http://${target}/ HTTP/1.1`, "Host: x", ...lines, "", ""].join("\r\n");
      const tunnel = [`CONNECT ${target} HTTP/1.1`, "Host: x", ...lines, "", ""].join("\r\n");
      expect(statusOf(await exchange(proxy, asked))).toBe(407);
      expect(statusOf(await exchange(proxy, tunnel))).toBe(407);
    }
    expect(server.connections()).toBe(0);
  });

  it("refuses what is no request to a proxy", async () => {
    const proxy = await useProxy({ allow: () => ["127.0.0.1"] });
    expect(statusOf(await get(proxy, "/"))).toBe(403);
    expect(statusOf(await get(proxy, "https://127.0.0.1/"))).toBe(403);
    expect(statusOf(await exchange(proxy, "nonsense\r\n\r\n"))).toBe(400);
    expect(statusOf(await get(proxy, "http://127.0.0.1/", `X: ${"a".repeat(100_000)}`))).toBe(400);
    expect(statusOf(await get(proxy, "http://127.0.0.1/", "Connection: Upgrade", "Upgrade: x"))).toBe(400);
  });

  it("ends what it serves when it is closed", async () => {
    const server = await useServer({ answer: () => undefined });
    const guard = createGuard({ allow: () => ["127.0.0.1"] });
    const proxy = await createGuardedProxy(guard);
    const waiting = get(proxy, `http://127.0.0.1:${server.port}/`);
    const tunnel = dial(proxy);
    const isClosed = new Promise((resolve) => tunnel.on("close", resolve));
    const isOpen = new Promise((resolve) => tunnel.once("data", resolve));
    tunnel.write(
      [`CONNECT 127.0.0.1:${server.port} HTTP/1.1`, "Host: x", authorize(proxy), "", ""].join("\r\n"),
    );
    await isOpen;
    await proxy.close();
    await Promise.all([waiting, isClosed]);
    await guard.close();
  });

  it("goes through the proxy that a person set", async () => {
    const upstream = await useServer({ answer: (_, response) => response.end("upstream") });
    const tunnels: string[] = [];
    const { createServer: createHttpServer } = await import("node:http");
    const connecting = createHttpServer();
    connecting.on("connect", (request, socket) => {
      tunnels.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      socket.end("HTTP/1.1 200 OK\r\n\r\nhello");
    });
    await new Promise<void>((done) => connecting.listen(0, "127.0.0.1", done));
    opened.push({ close: () => new Promise((done) => connecting.close(() => done())) });
    const { port } = connecting.address() as { port: number };
    const proxy = await useProxy({
      resolve: async () => [],
      proxy: proxyFromVariables({
        http_proxy: `127.0.0.1:${upstream.port}`,
        https_proxy: `http://me:pass@127.0.0.1:${port}`,
      }),
    });
    expect(await get(proxy, "http://public.example/x")).toContain("upstream");
    expect(upstream.requests[0]?.url).toBe("http://public.example/x");
    expect(await connectTo(proxy, "public.example:443")).toContain("hello");
    expect(tunnels).toEqual([`public.example:443 Basic ${Buffer.from("me:pass").toString("base64")}`]);
  });
});
