import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { SigningKey } from "./signing-key.ts";
import { createSshSignature } from "./ssh-signature.ts";
import { createSshReader, readArmour, sshString, writeArmour } from "./ssh-wire.ts";

const label = "OPENSSH PRIVATE KEY";
const magic = "openssh-key-v1\0";
const ed25519 = "ssh-ed25519";
const columns = 70;

/** What the text of a private key file is. Only `ready` keys sign by themselves. */
export type ReadKey =
  | { kind: "ready"; key: SigningKey; publicKey: string }
  /** A key of OpenSSH, but with a passphrase or of another type: for ssh-keygen to use. */
  | { kind: "foreign"; type: string }
  | { kind: "broken" };

/** Reads a private key file of OpenSSH (`openssh-key-v1`). */
export function readSshPrivateKey(text: string): ReadKey {
  const blob = readArmour(label, text);
  if (!blob) return { kind: "broken" };
  const reader = createSshReader(blob);
  const isOurs = reader.take(magic.length)?.toString("latin1") === magic;
  const [cipher, kdf, options] = [reader.text(), reader.text(), reader.string()];
  const count = reader.uint32();
  const [publicKey, hidden] = [reader.string(), reader.string()];
  const type = publicKey && createSshReader(publicKey).text();
  if (!isOurs || !options || count !== 1 || !publicKey || !hidden || !type || reader.rest().length > 0)
    return { kind: "broken" };
  if (cipher !== "none" || kdf !== "none" || type !== ed25519) return { kind: "foreign", type };
  const seed = readSeed(hidden, publicKey);
  return seed ? toKey(seed, publicKey) : { kind: "broken" };
}

/** The seed of an ed25519 key, where everything around it is as it has to be. */
function readSeed(hidden: Uint8Array, publicKey: Uint8Array): Buffer | undefined {
  const reader = createSshReader(hidden);
  const [first, second] = [reader.uint32(), reader.uint32()];
  const [type, point, secret, comment] = [reader.text(), reader.string(), reader.string(), reader.string()];
  if (first === undefined || first !== second || type !== ed25519 || !point || !comment) return undefined;
  if (secret?.length !== 64 || !secret.subarray(32).equals(point)) return undefined;
  if (!Buffer.concat([sshString(ed25519), sshString(point)]).equals(publicKey)) return undefined;
  return reader.rest().every((byte, index) => byte === index + 1) ? secret.subarray(0, 32) : undefined;
}

function toKey(seed: Buffer, publicKey: Buffer): ReadKey {
  const x = publicKey.subarray(-32).toString("base64url");
  const jwk = { kty: "OKP", crv: "Ed25519", d: seed.toString("base64url"), x };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  // A seed with another's public key would sign in a way that gives the seed away.
  if (createPublicKey(key).export({ format: "jwk" }).x !== x) return { kind: "broken" };
  const signBytes = (bytes: Uint8Array): Buffer =>
    Buffer.concat([sshString(ed25519), sshString(sign(null, bytes, key))]);
  return {
    kind: "ready",
    publicKey: `${ed25519} ${publicKey.toString("base64")}`,
    key: { sign: async (message) => createSshSignature(message, publicKey, signBytes) },
  };
}

/** A new ed25519 key without a passphrase: the text of its file, and the line of its public key. */
export function createSshKey(comment: string): { privateKey: string; publicKey: string } {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const [seed, point] = [Buffer.from(d, "base64url"), Buffer.from(x, "base64url")];
  const publicKey = Buffer.concat([sshString(ed25519), sshString(point)]);
  const check = randomBytes(4);
  const hidden = Buffer.concat([
    check,
    check,
    sshString(ed25519),
    sshString(point),
    sshString(Buffer.concat([seed, point])),
    sshString(comment),
  ]);
  const padding = Uint8Array.from({ length: (8 - (hidden.length % 8)) % 8 }, (_, index) => index + 1);
  const count = Buffer.from([0, 0, 0, 1]);
  const blob = Buffer.concat([
    Buffer.from(magic),
    sshString("none"),
    sshString("none"),
    sshString(""),
    count,
    sshString(publicKey),
    sshString(Buffer.concat([hidden, padding])),
  ]);
  return {
    privateKey: writeArmour(label, blob, columns),
    publicKey: `${ed25519} ${publicKey.toString("base64")} ${comment}\n`,
  };
}
