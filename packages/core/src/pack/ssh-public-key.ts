import { createHash, createPublicKey, verify, type JsonWebKey, type KeyObject } from "node:crypto";
import type { PackSigner } from "./verified-pack.ts";
import { createSshReader } from "./ssh-wire.ts";

/** A public key that can check signatures. */
export interface SshPublicKey {
  signer: PackSigner;
  /** Whether this is its signature of these bytes; both parts are of an SSH signature. */
  verify(algorithm: string, signature: Uint8Array, message: Uint8Array): boolean;
}

/** Why there is none: `broken` bytes, a type that is not known here, an RSA key that is too short. */
export type SshKeyFault =
  | { fault: "broken" }
  | { fault: "unsupported"; type: string }
  | { fault: "weak"; bits: number };

const minRsaBits = 2048;
const maxRsaBits = 16_384;

const curves: Readonly<Record<string, { crv: string; length: number; hash: string }>> = {
  "ecdsa-sha2-nistp256": { crv: "P-256", length: 32, hash: "sha256" },
  "ecdsa-sha2-nistp384": { crv: "P-384", length: 48, hash: "sha384" },
  "ecdsa-sha2-nistp521": { crv: "P-521", length: 66, hash: "sha512" },
};
const rsaHashes: Readonly<Record<string, string>> = { "rsa-sha2-256": "sha256", "rsa-sha2-512": "sha512" };

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** `undefined` for numbers that are no key, such as a point that is not on its curve. */
function importKey(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    return undefined;
  }
}

/** Reads the binary form of a public key, as it stands in base64 in an `authorized_keys` file. */
export function readSshPublicKey(blob: Uint8Array): SshPublicKey | SshKeyFault {
  const type = createSshReader(blob).text();
  if (type === undefined) return { fault: "broken" };
  const read = type === "ssh-ed25519" ? readEd25519 : type === "ssh-rsa" ? readRsa : readEcdsa;
  const found = read(blob, type);
  if (typeof found !== "function") return found;
  const digest = createHash("sha256").update(blob).digest("base64").replace(/=+$/, "");
  return {
    signer: {
      publicKey: `${type} ${Buffer.from(blob).toString("base64")}`,
      fingerprint: `SHA256:${digest}`,
    },
    verify: found,
  };
}

type Read = (blob: Uint8Array, type: string) => SshPublicKey["verify"] | SshKeyFault;

const readEd25519: Read = (blob, type) => {
  const reader = createSshReader(blob);
  reader.string();
  const point = reader.string();
  if (point?.length !== 32 || reader.rest().length > 0) return { fault: "broken" };
  const key = importKey({ kty: "OKP", crv: "Ed25519", x: base64url(point) });
  if (!key) return { fault: "broken" };
  return (algorithm, signature, message) =>
    algorithm === type && signature.length === 64 && verify(null, message, key, signature);
};

const readRsa: Read = (blob) => {
  const reader = createSshReader(blob);
  reader.string();
  const [e, n] = [reader.number(), reader.number()];
  if (!e || !n || reader.rest().length > 0) return { fault: "broken" };
  const bits = n.length * 8 - Math.clz32(n[0] ?? 0) + 24;
  if (bits < minRsaBits) return { fault: "weak", bits };
  // A long exponent only costs time.
  if (bits > maxRsaBits || e.length > 8) return { fault: "broken" };
  const key = importKey({ kty: "RSA", e: base64url(e), n: base64url(n) });
  if (!key) return { fault: "broken" };
  return (algorithm, signature, message) => {
    const hash = rsaHashes[algorithm];
    return hash !== undefined && signature.length === n.length && verify(hash, message, key, signature);
  };
};

const readEcdsa: Read = (blob, type) => {
  const curve = Object.hasOwn(curves, type) ? curves[type] : undefined;
  if (!curve) return { fault: "unsupported", type };
  const { crv, length, hash } = curve;
  const reader = createSshReader(blob);
  reader.string();
  const [name, point] = [reader.text(), reader.string()];
  const isWhole = point?.length === 1 + 2 * length && point[0] === 4 && reader.rest().length === 0;
  if (!isWhole || `ecdsa-sha2-${name}` !== type) return { fault: "broken" };
  const [x, y] = [point.subarray(1, 1 + length), point.subarray(1 + length)];
  const key = importKey({ kty: "EC", crv, x: base64url(x), y: base64url(y) });
  if (!key) return { fault: "broken" };
  return (algorithm, signature, message) => {
    const parts = createSshReader(signature);
    const [r, s] = [parts.number(), parts.number()];
    if (algorithm !== type || !r || !s || parts.rest().length > 0) return false;
    if (r.length > length || s.length > length) return false;
    const plain = Buffer.alloc(2 * length);
    plain.set(r, length - r.length);
    plain.set(s, 2 * length - s.length);
    return verify(hash, message, { key, dsaEncoding: "ieee-p1363" }, plain);
  };
};
