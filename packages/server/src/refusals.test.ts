import { stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { createRuntime } from "@skillmint/core";
import { describe, expect, it } from "vitest";
import { createRuns } from "./events/runs.ts";
import { createApp } from "./create-app.ts";
import { createJobs } from "./jobs/create-jobs.ts";
import { createShelf } from "./packs/shelf.ts";
import { startServer } from "./start-server.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

/** What fetch would not send: any header, any path. */
function sendRaw(
  url: string,
  path: string,
  headers: Record<string, string | string[]>,
  method = "GET",
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(url, { path, method, headers, setHost: !("host" in headers) }, (reply) => {
    reply.resume();
    resolve(reply.statusCode ?? 0);
  });
  sent.on("error", reject);
  sent.end();
  return promise;
}

/** The first line of what a server answers to these bytes. */
function sendBytes(port: number, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.setEncoding("latin1").once("data", (data) => {
    resolve(String(data).split("\r\n")[0] ?? "");
    socket.destroy();
  });
  socket.on("error", reject);
  return promise;
}

async function listRoutes(): Promise<{ method: string; path: string }[]> {
  const runtime = await createRuntime({
    env: { SKILLMINT_HOME: "/nonexistent" },
    language: "en",
    store: {} as never,
  });
  const runs = createRuns({ runtime, onFailure: () => {} });
  const app = createApp({
    runtime,
    runs,
    jobs: createJobs(),
    shelf: createShelf({ maxBytes: 1 }),
    folder: "/",
    version: "0",
    token: "x".repeat(32),
    isOurs: () => true,
  });
  const named = app.routes.filter(({ method }) => method !== "ALL");
  // A route has several handlers, each with a row of its own.
  const routes = new Map(named.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...routes.values()];
}

describe("every route but /health", async () => {
  const routes = (await listRoutes()).filter(({ path }) => path !== "/health");
  it("is in the table", () => {
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/api/openapi.json", "/api/packs/uploads"]),
    );
  });
  it("is refused without the right token, before the body is looked at", async () => {
    const { url, token } = await start();
    const wrong = [
      undefined,
      "",
      "Bearer",
      "Bearer x",
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token} x`,
    ];
    for (const { method, path } of routes)
      for (const authorization of wrong) {
        const headers = {
          "content-type": "text/plain",
          ...(authorization === undefined ? {} : { authorization }),
        };
        expect([method, path, authorization, await sendRaw(url, path, headers, method)]).toEqual([
          method,
          path,
          authorization,
          401,
        ]);
      }
    expect(await sendRaw(url, `/api/openapi.json?token=${token}&access_token=${token}`, {})).toBe(401);
  });
  it("is refused for foreign hosts and origins", async () => {
    const { url, token, port } = await start();
    const authorization = `Bearer ${token}`;
    const hosts = [
      "evil.com",
      `evil.com:${port}`,
      `0.0.0.0:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port + 1}`,
      `localhost.evil.com:${port}`,
      `127.0.0.1:${port}@evil.com`,
      "",
    ];
    const origins = [
      "http://evil.com",
      "null",
      `http://localhost.evil:${port}`,
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port}/x`,
    ];
    for (const { method, path } of routes) {
      for (const host of hosts) {
        const status = await sendRaw(url, path, { authorization, host }, method);
        expect([host, status >= 400 && status < 500 && status !== 401]).toEqual([host, true]);
      }
      for (const origin of origins)
        expect([origin, await sendRaw(url, path, { authorization, origin }, method)]).toEqual([origin, 403]);
      expect(await sendRaw(url, path, { authorization, "sec-fetch-site": "cross-site" }, method)).toBe(403);
    }
  });
});

describe("the way to a route", () => {
  it.each([
    "//api/openapi.json",
    "/api//openapi.json",
    "/API/openapi.json",
    "/api/openapi.json/",
    "/api%2fopenapi.json",
    "/health/../api/openapi.json",
    "/health/..;/api/openapi.json",
    "/health%2f..%2fapi/openapi.json",
    "/health?x=/api/openapi.json&_method=GET",
    "/health/",
    "/HEALTH",
  ])("%s does not get past the token", async (path) => {
    const { url } = await start();
    const status = await sendRaw(url, path, { "x-http-method-override": "GET", "x-original-url": "/health" });
    expect(path.startsWith("/health?") ? 200 : 401).toBe(status);
  });
});

describe("what a server accepts", () => {
  it("answers those who know the token, by each of its own names", async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: "ok" });
    const reply = await server.send("/api/openapi.json");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    const authorization = `Bearer ${server.token}`;
    for (const host of [`localhost:${server.port}`, `[::1]:${server.port}`, `LOCALHOST:${server.port}`])
      expect(
        await sendRaw(server.url, "/api/openapi.json", { authorization, host, origin: `http://${host}` }),
      ).toBe(200);
    expect((await server.send("/api/nothing")).status).toBe(404);
  });
  it("takes JSON only", async () => {
    const { url, token } = await start();
    const authorization = `Bearer ${token}`;
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "text/plain; application/json",
    ])
      expect([
        type,
        await sendRaw(url, "/api/nothing", { authorization, "content-type": type }, "POST"),
      ]).toEqual([type, 403]);
    expect(await sendRaw(url, "/api/nothing", { authorization }, "POST")).toBe(403);
    expect(
      await sendRaw(
        url,
        "/api/nothing",
        { authorization, "content-type": "Application/JSON; charset=utf-8" },
        "POST",
      ),
    ).toBe(404);
  });
  it("does not read endless bodies and heads", async () => {
    const { url, token, port } = await start();
    const head = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect(await sendRaw(url, "/api/nothing", { ...head, "content-length": String(2 ** 30) }, "POST")).toBe(
      413,
    );
    const chunk = "x".repeat(65_536);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(chunk)),
    });
    const before = process.memoryUsage().rss;
    const cut = await fetch(`${url}/api/sessions`, {
      method: "POST",
      headers: head,
      body: endless,
      duplex: "half",
    }).then(
      ({ status }) => status,
      () => 413,
    );
    expect(cut).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    const many = Array.from({ length: 10_000 }, (_, index) => `x-${index}: y\r\n`).join("");
    expect(await sendBytes(port, `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${many}\r\n`)).toMatch(
      / 431 /,
    );
    const both = `POST /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendBytes(port, both)).toMatch(/ 400 /);
    expect(
      await sendBytes(port, `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.com\r\n\r\n`),
    ).toMatch(/ 4\d\d /);
    expect(await sendBytes(port, "GET /health HTTP/1.1\r\n\r\n")).toMatch(/ 400 /);
  });
  it("keeps its token for itself and over restarts", async () => {
    const first = await start();
    const runtime = await createRuntime({ language: "zh-CN", env: { SKILLMINT_HOME: first.home } });
    try {
      const second = await startServer({
        runtime,
        folder: first.folder,
        version: "0",
        onFailure: () => {},
        port: 0,
      });
      expect(second.token).toBe(first.token);
      expect((await stat(join(first.home, "server-token"))).mode & 0o777).toBe(0o600);
      await expect(
        startServer({ runtime, folder: "/", version: "0", onFailure: () => {}, port: second.port }),
      ).rejects.toMatchObject({
        code: "usage",
        params: { message: expect.stringContaining(String(second.port)) },
      });
      await second.close();
    } finally {
      await runtime.close();
    }
  });
});
