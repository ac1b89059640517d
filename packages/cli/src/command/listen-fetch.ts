import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export interface Listening {
  /** `http://127.0.0.1:8765` */
  url: string;
  /** Takes no more requests and ends those that are open. */
  close(): Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/** A request of Node as one of the web; it aborts when the other side goes away. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  // The host is checked by its header: an address made of it would already be somebody else's.
  const url = new URL(incoming.url?.startsWith("/") ? incoming.url : "/", "http://127.0.0.1");
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody
      ? { body: Readable.toWeb(incoming) as globalThis.ReadableStream<Uint8Array>, duplex: "half" }
      : {}),
  });
}

async function answer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body);
  outgoing.once("close", () => body.destroy());
  for await (const chunk of body) {
    if (!outgoing.write(chunk))
      await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
  }
  outgoing.end();
}

/** Serves a function from requests to responses on one port of this machine. */
export async function listenFetch(
  fetch: Fetch,
  { port, host, warn }: { port: number; host: string; warn(text: string): void },
): Promise<Listening> {
  const http = process.getBuiltinModule("node:http");
  const server = http.createServer(
    { headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 },
    (incoming, outgoing) => {
      const gone = new AbortController();
      outgoing.once("close", () => gone.abort());
      fetch(toRequest(incoming, gone.signal))
        .then((response) => answer(response, outgoing))
        .catch((error: unknown) => {
          if (!gone.signal.aborted) warn(error instanceof Error ? error.message : String(error));
          if (!outgoing.headersSent) outgoing.writeHead(500);
          outgoing.end();
        });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}
