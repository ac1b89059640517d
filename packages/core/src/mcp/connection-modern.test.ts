import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { serverOf, signal, until, useConnections } from "./connections.fixture.ts";

const stage = useConnections();
const confirmation = z.object({ confirm: z.boolean() });
let server: Server;
let seen: Headers[] = [];
let cancelled = 0;

function createModernServer(): McpServer {
  const modern = new McpServer({ name: "modern", version: "1" }, { instructions: "Ask before you deploy." });
  modern.registerTool("deploy", { inputSchema: z.object({ to: z.string() }) }, ({ to }, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "sure", confirmation);
    if (answer?.confirm === true) return { content: [{ type: "text", text: `deployed to ${to}` }] };
    const sure = inputRequired.elicit({ message: `Deploy to ${to}?`, requestedSchema: confirmation });
    return inputRequired({ inputRequests: { sure } });
  });
  modern.registerTool("wait", {}, async ({ mcpReq }) => {
    await once(mcpReq.signal, "abort");
    cancelled += 1;
    return { content: [] };
  });
  return modern;
}

/** The official server of the stateless protocol. */
beforeAll(async () => {
  const handler = createMcpHandler(() => createModernServer());
  server = createServer((incoming, outgoing) => {
    const closed = new AbortController();
    outgoing.once("close", () => closed.abort());
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    seen.push(headers);
    const body =
      incoming.method === "POST" ? { body: Readable.toWeb(incoming), duplex: "half" as const } : {};
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: closed.signal,
      ...body,
    });
    void handler.fetch(request).then((response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body)
        Readable.fromWeb(response.body)
          .on("error", () => undefined)
          .pipe(outgoing);
      else outgoing.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => {
  seen = [];
  const { port } = server.address() as AddressInfo;
  return stage.create().open(serverOf({ type: "http", url: `http://127.0.0.1:${port}/`, headers: {} }));
};

describe("a server of the stateless protocol over HTTP", () => {
  it("is found out, and asks within calls, each for itself", async () => {
    const connection = open();
    expect((await connection.tools()).map((tool) => tool.name)).toEqual(["deploy", "wait"]);
    expect((await connection.client()).getProtocolEra()).toBe("modern");
    expect(connection.instructions()).toBe("Ask before you deploy.");
    const asked: string[] = [];
    const deploy = (to: string, confirm: boolean) =>
      connection.call(
        "deploy",
        { to },
        {
          signal: signal(),
          elicit: async ({ message }) => {
            asked.push(`${to}: ${message}`);
            return confirm ? { action: "accept", content: { confirm } } : { action: "decline" };
          },
        },
      );
    const [bern, rome] = await Promise.all([deploy("Bern", true), deploy("Rome", true)]);
    expect(bern).toMatchObject({ content: [{ text: "deployed to Bern" }] });
    expect(rome).toMatchObject({ content: [{ text: "deployed to Rome" }] });
    expect(asked.sort()).toEqual(["Bern: Deploy to Bern?", "Rome: Deploy to Rome?"]);
    // It asks again and again: that ends.
    await expect(deploy("Oslo", false)).rejects.toMatchObject({ server: "it" });
    expect(asked.length).toBeLessThan(20);
    expect(seen.some((headers) => headers.has("mcp-session-id"))).toBe(false);
  });

  it("hears that a call is not waited for by the end of its request", async () => {
    const connection = open();
    await connection.tools();
    const controller = new AbortController();
    const pending = connection.call("wait", {}, { signal: controller.signal });
    await until(() => seen.some((headers) => headers.get("mcp-name") === "wait")).toBe(true);
    controller.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
    await until(() => cancelled).toBe(1);
  });
});
