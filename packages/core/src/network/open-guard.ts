import { Agent, buildConnector, fetch, ProxyAgent, type Dispatcher } from "undici";
import { decideAddress } from "./decide-address.ts";
import {
  NetworkRefused,
  type CheckedAddress,
  type Guard,
  type GuardedRequest,
  type GuardOptions,
} from "./guard.ts";
import { isRedirect, nextHop, type Hop } from "./next-hop.ts";
import { nameTarget, parseTarget } from "./parse-target.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

const connectMs = 10_000;
const headersMs = 300_000;
const maxHeaderBytes = 64 * 1024;

/**
 * Connects only to what was just decided, literal addresses included: for those no resolver would be asked, so a guard
 * at the resolver would not see them. The name stays what TLS checks.
 */
function createConnector(options: GuardOptions): buildConnector.connector {
  async function connect(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    const url = new URL(`${target.protocol}//${target.host ?? `${target.hostname}:${target.port}`}`);
    let addresses: CheckedAddress["addresses"];
    try {
      ({ addresses } = await decideAddress(url, options));
      // Only where a proxy was set for it since the request began.
      if (addresses.length === 0) throw new NetworkRefused("host", nameTarget(url));
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    const lookup = pinnedLookup(addresses);
    const open = buildConnector({ lookup, autoSelectFamily: true, timeout: connectMs, allowH2: false });
    open(target, callback);
  }
  return (target, callback) => void connect(target, callback);
}

/** The connections of one guard as long as the hosts that it allows stay the same. */
interface Connections {
  key: string;
  direct: Agent;
  proxies: Map<string, ProxyAgent>;
}

const shared = { headersTimeout: headersMs, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes };

function findRefusal(error: unknown): NetworkRefused | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof NetworkRefused) return at;
  return undefined;
}

async function closeConnections({ direct, proxies }: Connections): Promise<void> {
  await Promise.all([direct, ...proxies.values()].map((dispatcher) => dispatcher.destroy()));
}

/** See `Guard`; with everything that is needed to connect. */
export function openGuard(options: GuardOptions): Pick<Guard, "check" | "fetch" | "close"> {
  let current: Connections | undefined;

  /** A kept connection was allowed by what held when it was made: when that changes, none is used again. */
  function connections(): Connections {
    const key = JSON.stringify([options.allow?.() ?? [], options.ownPorts?.() ?? []]);
    if (current?.key === key) return current;
    // Requests under way end on their own.
    const old = current ? [current.direct, ...current.proxies.values()] : [];
    void Promise.allSettled(old.map((dispatcher) => dispatcher.close()));
    current = {
      key,
      direct: new Agent({ ...shared, keepAliveMaxTimeout: 60_000, connect: createConnector(options) }),
      proxies: new Map(),
    };
    return current;
  }

  async function dispatcherFor(url: URL): Promise<Dispatcher> {
    const { direct, proxies } = connections();
    if (!options.proxy?.(url)) return direct;
    const { proxy } = await decideAddress(url, options);
    if (!proxy) return direct;
    const known = proxies.get(proxy.href) ?? new ProxyAgent({ ...shared, uri: proxy.href });
    proxies.set(proxy.href, known);
    return known;
  }

  async function send(hop: Hop, signal: AbortSignal | undefined): Promise<Response> {
    const headers = Object.entries(hop.headers ?? {}).filter(([name]) => name.toLowerCase() !== "host");
    try {
      return await fetch(hop.url, {
        dispatcher: await dispatcherFor(hop.url),
        redirect: "manual",
        method: hop.method ?? "GET",
        headers: Object.fromEntries(headers),
        ...(hop.body === undefined ? {} : { body: hop.body }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      throw findRefusal(error) ?? error;
    }
  }

  return {
    check: async (url) => decideAddress(parseTarget(url), options),

    async fetch(url, request: GuardedRequest = {}) {
      const { signal, redirects = 5, ...first } = request;
      let hop: Hop = { ...first, url: parseTarget(url) };
      for (let followed = 0; ; followed++) {
        const response = await send(hop, signal);
        if (redirects === 0 || !isRedirect(response)) return response;
        await response.body?.cancel();
        if (followed === redirects) throw new NetworkRefused("redirects", nameTarget(hop.url));
        hop = nextHop(hop, response);
      }
    },

    async close() {
      if (current) await closeConnections(current);
      current = undefined;
    },
  };
}
