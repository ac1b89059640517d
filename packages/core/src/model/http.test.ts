import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { createHttpClient, type OpenRequest } from "./http.ts";
import { serve } from "./wire.fixture.ts";

function post(url: string, change: Partial<OpenRequest> = {}): OpenRequest {
  return {
    url,
    headers: { authorization: "Bearer secret" },
    body: '{"a":"é"}',
    signal: new AbortController().signal,
    provider: "Test",
    connectRetry: [],
    ...change,
  };
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of body) read.push(chunk);
  return Buffer.concat(read).toString("utf8");
}

async function failureOf(work: Promise<unknown>): Promise<SkillmintError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!SkillmintError.is(error)) throw new Error(`no failure: ${String(error)}`);
  return error;
}

/** A port where nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

describe("createHttpClient", () => {
  it("sends what it was given and asks for no compression", async () => {
    const seen: unknown[] = [];
    await using server = await serve((request, response, body) => {
      seen.push(request.method, request.headers["accept-encoding"], request.headers.authorization, body);
      response.end("ok");
    });
    const http = createHttpClient({ env: {} });
    const opened = await http.open(post(server.url));
    expect(await readAll(opened.body)).toBe("ok");
    expect(seen).toEqual(["POST", "identity", "Bearer secret", '{"a":"é"}']);
    http.close();
  });

  it("uses one connection again, also when the rest of a reply was left unread", async () => {
    await using server = await serve((_request, response) => {
      response.write("first");
      setImmediate(() => response.end("rest"));
    });
    const http = createHttpClient({ env: {} });
    for (let round = 0; round < 5; round++) {
      const opened = await http.open(post(server.url));
      await opened.body[Symbol.asyncIterator]().next();
      await opened.release();
      await new Promise(setImmediate);
    }
    expect(server.connections()).toBe(1);
    http.close();
  });

  it("does not follow a redirect", async () => {
    let requests = 0;
    await using server = await serve((_request, response) => {
      requests++;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    const http = createHttpClient({ env: {} });
    expect((await http.open(post(server.url))).status).toBe(307);
    expect(requests).toBe(1);
    http.close();
  });

  it("tries again, once and silently, when a kept connection turns out to be dead", async () => {
    let requests = 0;
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      let served = 0;
      socket.on("error", () => socket.destroy());
      socket.on("data", () => {
        requests++;
        if (served++ > 0) socket.resetAndDestroy();
        else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok");
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const http = createHttpClient({ env: {} });
    expect(await readAll((await http.open(post(url))).body)).toBe("ok");
    await new Promise(setImmediate);
    expect(await readAll((await http.open(post(url))).body)).toBe("ok");
    expect({ requests, sockets: sockets.length }).toEqual({ requests: 3, sockets: 2 });
    http.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it("tries a refused connection again, and finds the server that started meanwhile", async () => {
    const port = await freePort();
    const server = createServer((socket) => {
      socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    });
    const http = createHttpClient({ env: {} });
    const opening = http.open(post(`http://127.0.0.1:${port}`, { connectRetry: [100, 1_500] }));
    setTimeout(() => server.listen(port, "127.0.0.1"), 20);
    expect(await readAll((await opening).body)).toBe("ok");
    http.close();
    server.close();
  });

  it("gives up after its pauses, with the host", async () => {
    const port = await freePort();
    const http = createHttpClient({ env: {} });
    const from = performance.now();
    const error = await failureOf(http.open(post(`http://127.0.0.1:${port}`, { connectRetry: [60, 60] })));
    expect(performance.now() - from).toBeGreaterThanOrEqual(110);
    expect(error).toMatchObject({
      code: "model-unreachable",
      retryable: false,
      params: { host: `127.0.0.1:${port}` },
    });
  });

  it("stops waiting to try again when aborted", async () => {
    const port = await freePort();
    const controller = new AbortController();
    const http = createHttpClient({ env: {} });
    const request = post(`http://127.0.0.1:${port}`, { connectRetry: [4_000], signal: controller.signal });
    const from = performance.now();
    setTimeout(() => controller.abort(), 20);
    expect((await failureOf(http.open(request))).code).toBe("cancelled");
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  it("calls a reset before any reply retryable and a TLS failure not", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const http = createHttpClient({ env: {} });
    expect(await failureOf(http.open(post(`http://127.0.0.1:${port}`)))).toMatchObject({
      code: "model-unreachable",
      retryable: true,
    });
    server.close();
    await using plain = await serve((_request, response) => response.end());
    expect(await failureOf(http.open(post(plain.url.replace("http:", "https:"))))).toMatchObject({
      code: "model-unreachable",
      retryable: false,
    });
    http.close();
  });

  it.each(["", "nonsense", "ftp://127.0.0.1/x"])("refuses the address %j", async (url) => {
    const error = await failureOf(createHttpClient({ env: {} }).open(post(url)));
    expect(error).toMatchObject({ code: "model-unreachable", retryable: false });
  });

  it("refuses a key that no header can carry, without showing it", async () => {
    const error = await failureOf(
      createHttpClient({ env: {} }).open(
        post("http://127.0.0.1:1", { headers: { authorization: "Bearer ab\ncdefgh" } }),
      ),
    );
    expect(error).toMatchObject({ code: "model-unreachable", retryable: false });
    expect(error.message).not.toContain("cdefgh");
  });

  it("goes through the proxy of the environment, but never to this machine", async () => {
    const seen: (string | undefined)[] = [];
    await using proxy = await serve((request, response) => {
      seen.push(request.url);
      response.end("proxied");
    });
    await using local = await serve((_request, response) => response.end("direct"));
    const http = createHttpClient({ env: { HTTP_PROXY: proxy.url } });
    expect(await readAll((await http.open(post("http://models.example/v1"))).body)).toBe("proxied");
    expect(await readAll((await http.open(post(local.url))).body)).toBe("direct");
    expect(seen).toEqual(["http://models.example/v1"]);
    http.close();
  });
});
