import { describe, expect, it } from "vitest";
import type { McpConnection, McpConnections } from "../connection.ts";
import { configured } from "./server.fixture.ts";
import { watchConnections } from "./watch-connections.ts";

function make(refresh: (connection: McpConnection, signal?: AbortSignal) => Promise<undefined>) {
  const closed: string[] = [];
  const connections: McpConnections = {
    open: (server) => ({ server, tools: async () => [] }) as unknown as McpConnection,
    login: async () => undefined,
    logout: async () => false,
    close: async () => void closed.push("closed"),
  };
  return { closed, watched: watchConnections(connections, { refresh }) };
}

describe("connections that look for skills", () => {
  it("ask each server once, when it was needed for something, and not before", async () => {
    const asked: string[] = [];
    const { watched } = make(async ({ server }) => void asked.push(server.name));
    const [a, again, b] = ["a", "a", "b"].map((name) => watched.open(configured(name)));
    expect(asked).toEqual([]);
    await a?.tools();
    await again?.tools();
    await a?.tools();
    expect(asked).toEqual(["a"]);
    await b?.tools();
    expect(asked).toEqual(["a", "b"]);
    await watched.close();
  });

  it("do not mind that it failed", async () => {
    const { watched, closed } = make(async () => {
      throw new Error("no");
    });
    expect(await watched.open(configured()).tools()).toEqual([]);
    await watched.close();
    expect(closed).toEqual(["closed"]);
  });

  it("wait for it when they are closed, and not for long", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let done = false;
    const quick = make(async () => {
      await promise;
      done = true;
      return undefined;
    });
    await quick.watched.open(configured()).tools();
    const closing = quick.watched.close();
    resolve();
    await closing;
    expect(done).toBe(true);
    const slow = make(
      (_, signal) =>
        new Promise<undefined>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    await slow.watched.open(configured()).tools();
    const start = performance.now();
    await slow.watched.close();
    expect(performance.now() - start).toBeLessThan(4_000);
    expect(slow.closed).toEqual(["closed"]);
  });
});
