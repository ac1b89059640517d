import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const path = "/callback";

export interface CallbackPages {
  done: string;
  failed: string;
}

export interface Callback {
  /** Where the browser is to come back to. */
  url: string;
  /** What it came back with. */
  params: Promise<URLSearchParams>;
  close(): void;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>SkillMint</title><p>${text}</p>`);
}

/**
 * Waits on a free port of this machine for the browser of whoever logs in. Only an answer with our own state counts;
 * anybody else is told nothing and the waiting goes on.
 */
export async function listenForCallback(state: string, pages: CallbackPages): Promise<Callback> {
  const { createServer } = process.getBuiltinModule("node:http");
  let settle: (params: URLSearchParams) => void = () => undefined;
  const params = new Promise<URLSearchParams>((resolve) => {
    settle = resolve;
  });
  let host = "";
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? "", `http://${host}`);
    const isOurs = request.method === "GET" && request.headers.host === host && url?.pathname === path;
    if (!url || !isOurs) return answer(response, 404, "404");
    if (!isSame(url.searchParams.get("state") ?? "", state)) return answer(response, 400, pages.failed);
    const isDone = url.searchParams.has("code");
    answer(response, isDone ? 200 : 400, isDone ? pages.done : pages.failed);
    settle(url.searchParams);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}${path}`,
    params,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}
