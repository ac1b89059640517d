import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { CheckedAddress } from "./guard.ts";
import { portOf } from "./parse-target.ts";
import { pinnedLookup } from "./pinned-lookup.ts";
import { proxyStatusHeader } from "./proxy-status.ts";
import { authorizeProxy, loadHttp } from "./upstream.ts";

const connectMs = 10_000;
/** A request on which nothing moves for so long is given up. */
const idleMs = 5 * 60_000;
const maxHeaderBytes = 64 * 1024;

/** Headers of one connection, not of the message; and the one that only we answer with. */
const ofConnection = new Set([
  ..."connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer".split(" "),
  ..."transfer-encoding upgrade".split(" "),
  proxyStatusHeader,
]);

/** Name and value in turn, as they came, without those of the connection. */
function passHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  const passed: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const lower = name.toLowerCase();
    if (!ofConnection.has(lower) && !named.has(lower)) passed.push(name, rawHeaders[at + 1] ?? "");
  }
  return passed;
}

function openRequest({ url, addresses, proxy }: CheckedAddress, request: IncomingMessage): ClientRequest {
  const headers = passHeaders(request).filter(
    (_, at, all) => (all[at - (at % 2)] ?? "").toLowerCase() !== "host",
  );
  const sent = ["host", url.host, ...headers, "connection", "close"];
  if (request.headers["transfer-encoding"] !== undefined) sent.push("transfer-encoding", "chunked");
  const common = { method: request.method, agent: false as const, maxHeaderSize: maxHeaderBytes };
  if (proxy) {
    const upstream = Object.entries(authorizeProxy(proxy)).flat();
    return loadHttp(proxy.protocol).request({
      ...common,
      host: proxy.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: portOf(proxy),
      path: url.href,
      headers: [...sent, ...upstream],
    });
  }
  return loadHttp(url.protocol).request({
    ...common,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    headers: sent,
    lookup: pinnedLookup(addresses),
  });
}

/** Sends a client's request on to where it was decided to go, and the response back. Throws where nothing answers. */
export async function forwardRequest(
  checked: CheckedAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = openRequest(checked, request);
  // Whoever waits for the response stops waiting when the client has gone.
  response.on("close", () => sent.destroy());
  const timer = setTimeout(
    () => sent.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })),
    connectMs,
  );
  sent.on("socket", (socket) => socket.once("connect", () => clearTimeout(timer)));
  sent.setTimeout(idleMs, () => sent.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve);
      sent.on("error", reject);
      sent.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
      request.pipe(sent);
    });
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passHeaders(answer));
    answer.on("error", () => response.destroy());
    answer.on("aborted", () => response.destroy());
    answer.pipe(response);
  } finally {
    clearTimeout(timer);
  }
}
