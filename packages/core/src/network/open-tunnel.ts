import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { CheckedAddress } from "./guard.ts";
import { portOf } from "./parse-target.ts";
import { pinnedLookup } from "./pinned-lookup.ts";
import { authorizeProxy, loadHttp } from "./upstream.ts";

const connectMs = 10_000;
/** A tunnel on which nothing moves for so long is closed. */
const idleMs = 10 * 60_000;

function unbracket(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function connectDirectly({ url, addresses }: CheckedAddress): Promise<Socket> {
  const { connect } = process.getBuiltinModule("node:net");
  const socket = connect({
    host: unbracket(url.hostname),
    port: portOf(url),
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })),
      connectMs,
    );
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(timer));
  });
}

function connectThrough(proxy: URL, url: URL): Promise<Socket> {
  const authority = `${url.hostname}:${portOf(url)}`;
  const request = loadHttp(proxy.protocol).request({
    host: unbracket(proxy.hostname),
    port: portOf(proxy),
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...authorizeProxy(proxy) },
    agent: false,
    timeout: connectMs,
  });
  return new Promise((resolve, reject) => {
    request.on("timeout", () => request.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    request.on("error", reject);
    request.on("connect", (response: IncomingMessage, socket: Socket, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(Object.assign(new Error("proxy"), { code: `PROXY_${response.statusCode ?? 0}` }));
    });
    request.on("response", (response: IncomingMessage) => {
      response.destroy();
      reject(Object.assign(new Error("proxy"), { code: `PROXY_${response.statusCode ?? 0}` }));
    });
    request.end();
  });
}

/**
 * Joins a client's socket with one to the address, which stays whichever side speaks what. Throws where that cannot be
 * reached; from then on each side ends with the other.
 */
export async function openTunnel(checked: CheckedAddress, client: Socket, head: Uint8Array): Promise<void> {
  const remote = await (checked.proxy
    ? connectThrough(checked.proxy, checked.url)
    : connectDirectly(checked));
  const end = (): void => {
    client.destroy();
    remote.destroy();
  };
  remote.on("error", end);
  // What it said to its end is still on its way to the client.
  remote.on("close", () => remote.readableEnded || end());
  client.on("close", end);
  if (client.destroyed) return end();
  for (const socket of [client, remote]) socket.setTimeout(idleMs, end);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  if (head.length > 0) remote.write(head);
  client.pipe(remote);
  remote.pipe(client);
}
