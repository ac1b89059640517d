import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { detectLocalServers, localCandidates } from "./local-servers.ts";

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** An address where nothing listens: it was free a moment ago. */
async function freeAddress(): Promise<string> {
  const baseUrl = await serve(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return baseUrl;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe("detectLocalServers", () => {
  it("finds what answers, in the order of the candidates", async () => {
    const paths: (string | undefined)[] = [];
    const one = await serve((request, response) => {
      paths.push(request.url);
      response.end(JSON.stringify({ object: "list", data: [{ id: "llama3.2" }, { id: "qwen3:8b" }] }));
    });
    const two = await serve((_request, response) => response.end(JSON.stringify({ data: [] })));
    const found = await detectLocalServers({
      candidates: [
        { provider: "vllm", baseUrl: two },
        { provider: "lmstudio", baseUrl: await freeAddress() },
        { provider: "ollama", baseUrl: one },
      ],
      timeoutMs: 5_000,
    });
    expect(found).toEqual([
      { provider: "vllm", baseUrl: two, models: [] },
      { provider: "ollama", baseUrl: one, models: ["llama3.2", "qwen3:8b"] },
    ]);
    expect(paths).toEqual(["/v1/models"]);
  });

  it("returns at once when nothing listens", async () => {
    const candidates = [];
    for (const { provider } of localCandidates()) candidates.push({ provider, baseUrl: await freeAddress() });
    expect(candidates.length).toBe(4);
    const start = performance.now();
    expect(await detectLocalServers({ candidates })).toEqual([]);
    expect(performance.now() - start).toBeLessThan(300);
  });

  it("takes no other server for a model server, and gives up on a silent one", async () => {
    const html = await serve((_request, response) => response.end("<html>"));
    const failing = await serve((_request, response) => response.writeHead(404).end('{"data":[]}'));
    const silent = await serve(() => undefined);
    const cut = await serve((_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write('{"data":[]}', () => response.destroy());
    });
    const huge = await serve((_request, response) =>
      response.end(`{"data":[]${" ".repeat(2 * 1024 * 1024)}}`),
    );
    const candidates = [html, failing, silent, cut, huge].map((baseUrl) => ({ provider: "ollama", baseUrl }));
    expect(await detectLocalServers({ candidates, timeoutMs: 400 })).toEqual([]);
  });

  it("asks nobody beyond this machine", async () => {
    const candidates = ["https://127.0.0.1/v1", "http://example.com/v1", "no url"].map((baseUrl) => ({
      provider: "ollama",
      baseUrl,
    }));
    expect(await detectLocalServers({ candidates })).toEqual([]);
  });

  it("stops when it is told to", async () => {
    const silent = await serve(() => undefined);
    const candidates = [{ provider: "ollama", baseUrl: silent }];
    expect(
      await detectLocalServers({ candidates, timeoutMs: 60_000, signal: AbortSignal.timeout(20) }),
    ).toEqual([]);
  });
});
