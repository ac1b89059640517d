import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface CountingServer {
  port: number;
  /** How many connections were made to it. */
  connections(): number;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

/** A server on the loopback, on one address or on all of this machine. */
export async function startCountingServer(
  options: { host?: string; port?: number; answer?: RequestListener } = {},
): Promise<CountingServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    if (options.answer) options.answer(request, response);
    else response.end("private");
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
