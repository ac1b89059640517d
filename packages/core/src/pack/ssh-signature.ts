import { createHash } from "node:crypto";
import type { PackFault } from "./pack-error.ts";
import { readSshPublicKey } from "./ssh-public-key.ts";
import { createSshReader, readArmour, sshString, writeArmour } from "./ssh-wire.ts";
import type { PackSigner } from "./verified-pack.ts";

/** What an SSH signature of a pack is made for; one that was made for something else does not count. */
export const signatureNamespace = "skillpack";

const label = "SSH SIGNATURE";
const magic = "SSHSIG";
const version = 1;
const columns = 70;
const hashes: ReadonlySet<string> = new Set(["sha256", "sha512"]);

/** The bytes that a key really signs. */
function signedBytes(message: Uint8Array, hash: string): Buffer {
  const digest = createHash(hash).update(message).digest();
  return Buffer.concat([
    Buffer.from(magic),
    sshString(signatureNamespace),
    sshString(""),
    sshString(hash),
    sshString(digest),
  ]);
}

/**
 * An armoured signature, given the key's binary form and how it signs: `sign` gets the bytes and returns the binary
 * form of a signature (algorithm and value).
 */
export function createSshSignature(
  message: Uint8Array,
  publicKey: Uint8Array,
  sign: (bytes: Uint8Array) => Uint8Array,
): string {
  const hash = "sha512";
  const count = Buffer.alloc(4);
  count.writeUInt32BE(version);
  const blob = Buffer.concat([
    Buffer.from(magic),
    count,
    sshString(publicKey),
    sshString(signatureNamespace),
    sshString(""),
    sshString(hash),
    sshString(sign(signedBytes(message, hash))),
  ]);
  return writeArmour(label, blob, columns);
}

/** The canonical form of what ssh-keygen wrote; `undefined` where it is no signature. */
export function tidySshSignature(text: string): string | undefined {
  const blob = readArmour(label, text);
  return blob && writeArmour(label, blob, columns);
}

/**
 * Who signed these bytes. Only the canonical form counts, in the armour and inside it. Throws `pack-invalid` for
 * everything that is not their signature for a pack.
 */
export function verifySshSignature(message: Uint8Array, armoured: Uint8Array, fault: PackFault): PackSigner {
  const text = Buffer.from(armoured).toString("latin1");
  const blob = readArmour(label, text);
  if (!blob || writeArmour(label, blob, columns) !== text) throw fault("pack-invalid", "badArmour");
  const reader = createSshReader(blob);
  const isOurs = reader.take(magic.length)?.toString("latin1") === magic && reader.uint32() === version;
  const publicKey = reader.string();
  const [namespace, reserved, hash] = [reader.string(), reader.string(), reader.string()?.toString("latin1")];
  const signature = createSshReader(reader.string() ?? new Uint8Array());
  const [algorithm, value] = [signature.text(), signature.string()];
  const isWhole =
    isOurs &&
    namespace?.toString("latin1") === signatureNamespace &&
    reserved?.length === 0 &&
    reader.rest().length === 0 &&
    signature.rest().length === 0;
  if (!isWhole || !publicKey || hash === undefined || !hashes.has(hash) || !algorithm || !value)
    throw fault("pack-invalid", "badSignature");
  const key = readSshPublicKey(publicKey);
  if ("fault" in key) {
    if (key.fault === "unsupported") throw fault("pack-invalid", "keyUnsupported", { type: key.type });
    if (key.fault === "weak") throw fault("pack-invalid", "keyWeak", { bits: key.bits });
    throw fault("pack-invalid", "badSignature");
  }
  if (!key.verify(algorithm, value, signedBytes(message, hash))) throw fault("pack-invalid", "badSignature");
  return key.signer;
}
