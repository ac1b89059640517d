import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { forwardRequest } from "./forward-request.ts";
import { NetworkRefused, type CheckedAddress, type Guard } from "./guard.ts";
import { isThisMachine } from "./judge-address.ts";
import { openTunnel } from "./open-tunnel.ts";
import { nameTarget, parseTarget, portOf } from "./parse-target.ts";
import { proxyStatusHeader, writeProxyStatus } from "./proxy-status.ts";

export interface RefusedTarget {
  target: string;
  reason: NetworkRefused["reason"];
}

/**
 * An HTTP proxy on the loopback through which another program reaches only what the guard lets it. It looks names up
 * itself and connects to what it found, so that a name cannot lead elsewhere a moment later. Chromium must be told to
 * use it for the loopback too (`<-loopback>` in its bypass list).
 */
export interface GuardedProxy {
  url: string;
  username: string;
  password: string;
  /** What was refused since the start, the last 200. */
  refused(): readonly RefusedTarget[];
  close(): Promise<void>;
}

export interface GuardedProxyOptions {
  /** The words of the page that a refused request is answered with. Default: its reason and its target. */
  describe?: (refused: NetworkRefused) => string;
}

const maxHeaderBytes = 64 * 1024;
const headersMs = 15_000;
const maxConnections = 512;
const maxRefused = 200;

function isSame(given: string | undefined, expected: Buffer): boolean {
  const bytes = Buffer.from(given ?? "");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** An answer on a socket that has left HTTP behind. */
function endTunnel(socket: Socket, status: string, text: string): void {
  const body = Buffer.from(`${text}\n`);
  const lines = [
    `HTTP/1.1 ${status}`,
    "content-type: text/plain; charset=utf-8",
    `content-length: ${body.length}`,
    ...(status.startsWith("407") ? ['proxy-authenticate: Basic realm="skillmint"'] : []),
    "connection: close",
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]));
}

function endRequest(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(status === 407 ? { "proxy-authenticate": 'Basic realm="skillmint"' } : {}),
    ...(status === 502 ? { [proxyStatusHeader]: writeProxyStatus(text) } : {}),
    connection: "close",
  });
  response.end(`${text}\n`);
}

/** The address that a CONNECT names: a host and a port, nothing else. */
function parseAuthority(text: string): URL {
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+):\d{1,5}$/i.test(text))
    throw new NetworkRefused("not-a-url", "CONNECT");
  return parseTarget(`https://${text}`);
}

export async function createGuardedProxy(
  guard: Pick<Guard, "check">,
  options: GuardedProxyOptions = {},
): Promise<GuardedProxy> {
  const { createServer } = process.getBuiltinModule("node:http");
  const username = "skillmint";
  const password = randomBytes(24).toString("base64url");
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
  const describe = options.describe ?? ((refused) => refused.message);
  const refused: RefusedTarget[] = [];
  const sockets = new Set<Socket>();
  let ownPort = 0;

  /** Counts the proxy's own port among those that are never reached. */
  async function check(url: URL): Promise<CheckedAddress> {
    const checked = await guard.check(url);
    const leadsHere =
      portOf(url) === ownPort && checked.addresses.some(({ address }) => isThisMachine(address));
    if (leadsHere) throw new NetworkRefused("own-port", nameTarget(url));
    return checked;
  }

  /** What a failure is answered with. */
  function explain(error: unknown): { status: number; line: string; text: string } {
    if (!(error instanceof NetworkRefused)) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unreachable";
      return { status: 502, line: "502 Bad Gateway", text: code };
    }
    refused.push({ target: error.target, reason: error.reason });
    if (refused.length > maxRefused) refused.shift();
    return { status: 403, line: "403 Forbidden", text: describe(error) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isSame(request.headers["proxy-authorization"], expected)) return endRequest(response, 407, "407");
    try {
      const url = parseTarget(request.url ?? "");
      if (url.protocol !== "http:") throw new NetworkRefused("scheme", nameTarget(url));
      await forwardRequest(await check(url), request, response);
    } catch (error) {
      const { status, text } = explain(error);
      endRequest(response, status, text);
    }
  }

  async function connect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    if (!isSame(request.headers["proxy-authorization"], expected))
      return endTunnel(socket, "407 Proxy Authentication Required", "407");
    try {
      await openTunnel(await check(parseAuthority(request.url ?? "")), socket, head);
    } catch (error) {
      const { line, text } = explain(error);
      endTunnel(socket, line, text);
    }
  }

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersMs,
    requestTimeout: 0,
  });
  server.maxConnections = maxConnections;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Who asked has gone away: there is nobody to tell.
    socket.on("error", () => socket.destroy());
  });
  server.on("request", (request, response) => void answer(request, response));
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void connect(request, socket, head);
  });
  server.on("upgrade", (_request, socket: Socket) => endTunnel(socket, "400 Bad Request", "CONNECT"));
  server.on("clientError", (_error, socket) => endTunnel(socket as Socket, "400 Bad Request", "400"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  ownPort = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    username,
    password,
    refused: () => [...refused],
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
