import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isAllowedHost } from "./allowed-hosts.ts";
import { NetworkRefused, type CheckedAddress, type GuardOptions, type PinnedAddress } from "./guard.ts";
import { isThisMachine, judgeAddress, normalizeAddress, type AddressKind } from "./judge-address.ts";
import { judgeName } from "./judge-name.ts";
import { nameTarget, portOf } from "./parse-target.ts";

const resolveMs = 10_000;

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Every address of a name, or none where there is no usable answer. */
async function resolveAll(host: string, resolve: GuardOptions["resolve"]): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((settle) => {
    timer = setTimeout(() => settle([]), resolveMs);
  });
  try {
    const answer = await Promise.race([(resolve ?? resolveBySystem)(host), late]);
    const addresses = answer.map(normalizeAddress);
    return addresses.every((address) => address !== undefined) ? addresses : [];
  } catch {
    // A name that nobody knows and a resolver that fails are the same: there is nowhere to go.
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function pin(address: string): PinnedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

/** Whether one of the addresses of a host may be connected to. `literal`: the host is that address. */
function mayReach(kind: AddressKind, allowed: boolean, literal: boolean): boolean {
  if (kind === "public") return true;
  return allowed && (kind !== "metadata" || literal);
}

/** Decides where the host of a parsed address leads to, and whether one may go there. Refused with `NetworkRefused`. */
export async function decideAddress(url: URL, options: GuardOptions): Promise<CheckedAddress> {
  const refuse = (reason: NetworkRefused["reason"]): NetworkRefused =>
    new NetworkRefused(reason, nameTarget(url));
  const literal = normalizeAddress(url.hostname);
  const name = literal === undefined ? judgeName(url.hostname) : "plain";
  if (name === "bad") throw refuse("host");
  const allowed = isAllowedHost(url, options.allow?.() ?? []);
  const isOwnPort = (options.ownPorts?.() ?? []).includes(portOf(url));
  if (name === "local" && !allowed) throw refuse("private");

  const found = literal === undefined ? await resolveAll(url.hostname, options.resolve) : [literal];
  const proxy = options.proxy?.(url);
  if (found.length === 0 && (proxy === undefined || name === "local")) throw refuse("dns");
  if (isOwnPort && (name === "local" || found.some(isThisMachine))) throw refuse("own-port");
  const kinds = found.map(judgeAddress);
  // Some proxies answer names with addresses of their own, which mean nothing without them.
  const leadsOut = kinds.every(
    (kind) => kind === "public" || (kind === "reserved" && literal === undefined && proxy !== undefined),
  );
  if (proxy !== undefined && leadsOut && name !== "local") return { url, addresses: [], proxy };
  if (!kinds.every((kind) => mayReach(kind, allowed, literal !== undefined))) throw refuse("private");
  return { url, addresses: found.map(pin) };
}
