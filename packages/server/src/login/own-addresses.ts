import { isIP, isIPv6 } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const loopback = ["127.0.0.1", "localhost", "[::1]"];
const everywhere = new Set(["0.0.0.0", "::", "*"]);

/** Whether only this machine reaches it there. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** As the URL standard has it, which is how a browser names it. */
function inUrl(host: string): string {
  const written = isIPv6(host) ? `[${host}]` : host;
  return URL.parse(`http://${written}`)?.hostname ?? written.toLowerCase();
}

/** Whether it is what a browser calls the origin of a page. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

function ownAddresses(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return found.filter(({ address }) => !address.startsWith("fe80:")).map(({ address }) => address);
}

/**
 * The names that a server at this host goes by, without port; the first is the one to show. A name that anybody could
 * have made to lead here is none of them.
 */
export function namesOf(host: string): string[] {
  if (!everywhere.has(host)) return [...new Set([inUrl(host), ...(isLoopback(host) ? loopback : [])])];
  const outside = ownAddresses().filter((address) => !isLoopback(address));
  return [...new Set([...outside.map(inUrl), ...loopback, inUrl(hostname())])];
}

/** What the system is told to listen on. */
export function listenAddress(host: string): string {
  return host === "*" ? "::" : host;
}
