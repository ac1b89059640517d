import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { call, freePort, serverOf, until, useConnections } from "./connections.fixture.ts";
import type { McpServer } from "./connection.ts";

const stage = useConnections();

interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: { id?: number; method?: string };
}
type Answer = (request: Seen, response: ServerResponse) => unknown;

/** A server on this machine that answers as told and writes down what it was asked. */
const listening: Server[] = [];
async function serve(answer: Answer): Promise<{ port: number; seen: Seen[]; server: Server }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const body = text.startsWith("{") ? (JSON.parse(text) as Seen["body"]) : {};
      const entry = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
      seen.push(entry);
      void answer(entry, response);
    });
  }).listen(0, "127.0.0.1");
  listening.push(server);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, seen, server };
}
afterEach(() => {
  for (const server of listening.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function json(response: ServerResponse, value: object, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", ...value }));
}

/** A sound server of the protocol with sessions; `onCall` answers calls of tools. */
const sound =
  (onCall: Answer, headers: Record<string, string> = { "mcp-session-id": "s1" }): Answer =>
  (request, response) => {
    const { id, method } = request.body;
    if (request.method !== "POST") return response.writeHead(request.method === "DELETE" ? 200 : 405).end();
    if (id === undefined) return response.writeHead(202).end();
    if (method === "initialize")
      return json(
        response,
        {
          id,
          result: {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "sound", version: "1" },
          },
        },
        headers,
      );
    if (method === "tools/call") return onCall(request, response);
    return json(response, { id, error: { code: -32_601, message: "Method not found" } });
  };

const text = (request: Seen, words: string) => ({
  id: request.body.id,
  result: { content: [{ type: "text", text: words }] },
});

describe("a server at an address", () => {
  const at = (port: number, more: Partial<McpServer> = {}, headers: Record<string, string> = {}): McpServer =>
    serverOf({ type: "http", url: `http://127.0.0.1:${port}/mcp`, headers }, more);

  it("gets its headers, and nobody else does: not who it redirects to", async () => {
    const thief = await serve((request, response) => json(response, text(request, "mine")));
    const { port, seen } = await serve((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${thief.port}/mcp` }).end(),
    );
    const headers = { authorization: "Bearer very-secret-token", "x-api-key": "very-secret-key" };
    const connection = stage.create().open(at(port, {}, headers));
    const error = await connection.tools().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: "redirect",
      message: expect.stringContaining(
        `leads to another address, http://127.0.0.1:${thief.port}/mcp`,
      ) as string,
    });
    expect(seen[0]?.headers).toMatchObject(headers);
    expect(thief.seen).toEqual([]);
  });

  it("may redirect to itself", async () => {
    const answer = sound((request, response) => json(response, text(request, "there")));
    const { port } = await serve((request, response) =>
      request.path === "/mcp"
        ? response.writeHead(308, { location: "/mcp/" }).end()
        : answer(request, response),
    );
    expect(await call(stage.create().open(at(port)), "any")).toMatchObject({ content: [{ text: "there" }] });
  });

  it("on a private network is reached only where a person entered it", async () => {
    const { port, seen } = await serve(sound((request, response) => json(response, text(request, "there"))));
    for (const from of ["project", "skill"] as const) {
      const error = await stage
        .create()
        .open(at(port, { from }))
        .tools()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "address" });
    }
    expect(seen).toEqual([]);
    expect(await call(stage.create().open(at(port, { from: "environment" })), "any")).toMatchObject({
      isError: false,
    });
  });

  it("that is not there is named, and what it said back is without what was entered", async () => {
    const port = await freePort();
    expect(await stage.create().open(at(port)).tools().catch(String)).toMatch(
      new RegExp(`could not be reached\\. connect ECONNREFUSED 127\\.0\\.0\\.1:${port}$`),
    );
    const mute = await serve((_, response) => response.writeHead(405).end());
    expect(await stage.create().open(at(mute.port)).tools().catch(String)).toMatch(/\(HTTP 405\)$/);
    const angry = await serve((request, response) =>
      response.writeHead(500).end(`what is ${String(request.headers["x-api-key"])}?`),
    );
    const connection = stage.create().open(at(angry.port, {}, { "x-api-key": "abcd-very-secret" }));
    const message = await connection.tools().catch(String);
    expect(message).toContain("could not be reached");
    expect(message).not.toContain("very-secret");
  });

  it("that forgot the session is greeted anew, and the call is made again", async () => {
    let forgot = false;
    const { port, seen } = await serve(
      sound((request, response) => {
        if (!forgot) {
          forgot = true;
          return response.writeHead(404).end("Session not found");
        }
        return json(response, text(request, "remembered"));
      }),
    );
    expect(await call(stage.create().open(at(port)), "any")).toMatchObject({
      content: [{ text: "remembered" }],
    });
    expect(seen.filter(({ body }) => body.method === "initialize")).toHaveLength(2);
  });

  it("is told when a call is not waited for any more", async () => {
    const { port, seen } = await serve(sound(() => undefined));
    const connection = stage.create().open(at(port, { callMs: 300 }));
    await expect(call(connection, "any")).rejects.toMatchObject({ kind: "callTime" });
    await until(() => seen.map(({ body }) => body.method)).toContain("notifications/cancelled");
  });

  it.each([
    ["a body", "application/json", ""],
    ["an event", "text/event-stream", "data: "],
  ])("that answers too much is not read: %s", async (_name, type, begin) => {
    const { port } = await serve(
      sound((_request, response) => {
        response.writeHead(200, { "content-type": type });
        response.write(begin);
        const write = (): void => {
          while (!response.destroyed && response.write("x".repeat(256 * 1024)));
          response.once("drain", write);
        };
        write();
      }),
    );
    const connection = stage.create({ maxMessageBytes: 4 * 1024 * 1024 }).open(at(port));
    await expect(call(connection, "any")).rejects.toMatchObject({ kind: "size" });
  });

  it("that goes away before it answered is a failure soon, not after the call's whole time", async () => {
    const { port } = await serve(
      sound((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": hello\n\n");
        setTimeout(() => response.destroy(), 50);
      }),
    );
    const began = performance.now();
    await expect(call(stage.create().open(at(port)), "any")).rejects.toMatchObject({ kind: "lost" });
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it.each(["not json", '{"jsonrpc":"2.0","id":99,"result":{}}', "[]", '{"jsonrpc":"2.0"}'])(
    "that answers with %s fails within its time",
    async (body) => {
      const { port } = await serve(
        sound((_request, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(body);
        }),
      );
      await expect(call(stage.create().open(at(port, { callMs: 1_000 })), "any")).rejects.toMatchObject({
        server: "it",
      });
    },
  );
});
