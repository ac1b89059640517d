import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * `metadata`: where a cloud tells a machine its secrets; reachable only where a person wrote that very address.
 * `reserved`: the range that some proxies answer names with.
 */
export type AddressKind = "public" | "private" | "metadata" | "reserved";

const metadataAddresses = new Set([
  "169.254.169.254",
  "169.254.169.253",
  "169.254.169.123",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
]);
const fakeRange: [ipaddr.IPv4, number] = [ipaddr.IPv4.parse("198.18.0.0"), 15];
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

function fromParts(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

/**
 * The IPv4 address inside of an IPv6 one. `usual`: of a form that ordinary machines are given for ordinary hosts, so
 * that the inner address decides; the others lead nowhere that anyone has to go.
 */
function findInner(address: ipaddr.IPv6): { inner: ipaddr.IPv4; usual: boolean } | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.parts;
  const isZero = (...parts: number[]): boolean => parts.every((part) => part === 0);
  const last = fromParts(g, h);
  if (isZero(a, b, c, d, e) && f === 0xffff) return { inner: last, usual: true };
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return { inner: last, usual: true };
  if (a === 0x64 && b === 0xff9b) return { inner: last, usual: false };
  if (isZero(a, b, c, d) && ((e === 0 && f === 0) || (e === 0xffff && f === 0)))
    return { inner: last, usual: false };
  if (a === 0x2002) return { inner: fromParts(b, c), usual: false };
  if (a === 0x2001 && b === 0) return { inner: fromParts(g ^ 0xffff, h ^ 0xffff), usual: false };
  if ((e === 0 || e === 0x200) && f === 0x5efe) return { inner: last, usual: false };
  return undefined;
}

function parseAddress(text: string): Address | undefined {
  const plain = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  return ipaddr.isValid(plain) ? ipaddr.parse(plain) : undefined;
}

/** An address without brackets and zone, in its shortest form; `undefined` for what is none. */
export function normalizeAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

/** Every address that this one may lead to: itself and the one inside of it. */
function reachesOf(address: Address): Address[] {
  const inner = address.kind() === "ipv6" ? findInner(address as ipaddr.IPv6)?.inner : undefined;
  return inner ? [address, inner] : [address];
}

function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.map(({ address }) => normalizeAddress(address) ?? address));
}

/** Whether an address leads to this machine: by its loopback or by any of its interfaces. */
export function isThisMachine(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  const own = ownAddresses();
  return reachesOf(address).some(
    (reached) => ["loopback", "unspecified"].includes(reached.range()) || own.has(reached.toString()),
  );
}

function kindOf(address: Address): AddressKind {
  if (metadataAddresses.has(address.toString())) return "metadata";
  if (address.kind() === "ipv4") {
    if (address.range() === "unicast") return "public";
    return (address as ipaddr.IPv4).match(fakeRange) ? "reserved" : "private";
  }
  const six = address as ipaddr.IPv6;
  const found = findInner(six);
  if (found) {
    const kind = kindOf(found.inner);
    return found.usual || kind === "metadata" ? kind : "private";
  }
  return six.range() === "unicast" && six.match(globalUnicast) ? "public" : "private";
}

/** What is no address, or none that is known to be public, is `private`. */
export function judgeAddress(text: string): AddressKind {
  const address = parseAddress(text);
  if (!address) return "private";
  const kind = kindOf(address);
  return kind === "public" && isThisMachine(text) ? "private" : kind;
}
