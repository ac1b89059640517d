import type { Decrypter, Encrypter } from "age-encryption";
import { SkillmintError } from "../protocol/index.ts";
import type { PackFault } from "./pack-error.ts";
import { createScryptIdentity, createScryptRecipient, scryptWorkFactor } from "./scrypt-stanza.ts";
import type { PackKey, PackSeal } from "./verified-pack.ts";

/** Keys of more than 600 holders fit; each costs time to whoever opens the pack. */
const maxHeaderBytes = 64 * 1024;
const headerEnd = "\n--- ";

const loadAge = () => import("age-encryption");

export interface SealOptions {
  /** Of a passphrase; only tests take less than the default. */
  workFactor?: number;
}

/** Encrypts with age: what it gives can be opened by the public `age` tool. */
export async function sealBytes(
  bytes: Uint8Array,
  seal: PackSeal,
  fault: PackFault,
  { workFactor = scryptWorkFactor }: SealOptions = {},
): Promise<Uint8Array> {
  const { Encrypter, Stanza } = await loadAge();
  const encrypter = new Encrypter();
  if ("passphrase" in seal) {
    if (seal.passphrase === "") throw fault("pack-failed", "emptyPassphrase");
    const create = (args: string[], body: Uint8Array) => new Stanza(args, body);
    encrypter.addRecipient(createScryptRecipient(seal.passphrase, workFactor, create));
  } else {
    if (seal.recipients.length === 0) throw fault("pack-failed", "noRecipient");
    for (const recipient of seal.recipients) addRecipient(encrypter, recipient, fault);
  }
  return encrypter.encrypt(bytes);
}

function addRecipient(encrypter: Encrypter, recipient: string, fault: PackFault): void {
  // Not with the key in the message.
  if (/^\s*age-secret-key-/i.test(recipient)) throw fault("pack-failed", "secretRecipient");
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw fault("pack-failed", "badRecipient", { recipient: recipient.slice(0, 100) }, error);
  }
}

/** What opens an age file, as its header says it; `undefined` where it has none. */
export function sealedFor(age: Uint8Array): "passphrase" | "keys" | undefined {
  const head = Buffer.from(age.buffer, age.byteOffset, Math.min(age.byteLength, maxHeaderBytes));
  const end = head.indexOf(headerEnd);
  const header = head.toString("latin1", 0, Math.max(end, 0));
  if (!header.startsWith("age-encryption.org/v1\n-> ")) return undefined;
  return header.startsWith("age-encryption.org/v1\n-> scrypt ") ? "passphrase" : "keys";
}

/**
 * Opens an age file. A wrong passphrase or identity and a damaged file are one and the same `pack-locked`. At most one
 * passphrase is tried, at bounded cost.
 */
export async function openBytes(age: Uint8Array, key: PackKey, fault: PackFault): Promise<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  if ("passphrase" in key) {
    const refuse = (factor: string): Error =>
      fault("pack-invalid", "workFactor", { factor, limit: scryptWorkFactor });
    decrypter.addIdentity(createScryptIdentity(key.passphrase, refuse));
  } else addIdentities(decrypter, key.identity, fault);
  try {
    if (sealedFor(age) === undefined) throw fault("pack-locked", "locked");
    return await decrypter.decrypt(age);
  } catch (error) {
    throw SkillmintError.is(error) ? error : fault("pack-locked", "locked", {}, error);
  }
}

/** Every key of an identity file: lines with `#` before them and empty ones do not count. */
function addIdentities(decrypter: Decrypter, text: string, fault: PackFault): void {
  const keys = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  // Whatever is wrong with it, nothing of an identity may show in an error.
  if (keys.length === 0 || keys.length > 100) throw fault("pack-locked", "badIdentity");
  for (const key of keys) {
    try {
      decrypter.addIdentity(key);
    } catch {
      throw fault("pack-locked", "badIdentity");
    }
  }
}
