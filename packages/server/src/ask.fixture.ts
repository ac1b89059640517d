import type { Method } from "@skillmint/core/protocol/api";
import type { TestServer } from "./server.fixture.ts";

export interface Reply {
  status: number;
  body: unknown;
}

/** Sends a request and reads the JSON that comes back. */
export async function ask(server: TestServer, method: Method, path: string, body?: unknown): Promise<Reply> {
  const wanted = body ?? (method === "GET" || method === "DELETE" ? undefined : {});
  const reply = await server.send(path, { method, ...(wanted === undefined ? {} : { body: wanted }) });
  return { status: reply.status, body: await reply.json() };
}

/** What a refused request says. */
export function refusal(status: number, code: string): Reply {
  return { status, body: { type: "about:blank", status, code } };
}
