import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import type { Identity, Recipient, Stanza } from "age-encryption";

const label = "age-encryption.org/v1/scrypt";
const tagLength = 16;
const nonce = Buffer.alloc(12);
const cipherName = "chacha20-poly1305";

/** What a passphrase costs to try, as a power of two: what the age tool itself uses, a second and 256 MB. */
export const scryptWorkFactor = 18;

/** The key of a passphrase. Derived beside the event loop, which goes on meanwhile. */
function deriveKey(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const cost = 2 ** workFactor;
  const options = { N: cost, r: 8, p: 1, maxmem: 128 * 8 * cost + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

/** Wraps the key of a file with a passphrase, as age does, with the scrypt of the system. */
export function createScryptRecipient(
  passphrase: string,
  workFactor: number,
  createStanza: (args: string[], body: Uint8Array) => Stanza,
): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await deriveKey(passphrase, salt, workFactor);
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [createStanza(["scrypt", encode(salt), String(workFactor)], body)];
    },
  };
}

/**
 * Unwraps it. The work is done once whatever the passphrase and the stanza's body are; beyond the largest work factor
 * `refuse` makes the error.
 */
export function createScryptIdentity(passphrase: string, refuse: (workFactor: string) => Error): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, ...others] = stanzas;
      const [type, saltText = "", factor = "", ...more] = stanza?.args ?? [];
      if (!stanza || others.length > 0 || type !== "scrypt" || more.length > 0) return null;
      const salt = Buffer.from(saltText, "base64");
      if (salt.length !== 16 || encode(salt) !== saltText || !/^[1-9]\d?$/.test(factor)) return null;
      if (Number(factor) > scryptWorkFactor) throw refuse(factor);
      const key = await deriveKey(passphrase, salt, Number(factor));
      return unwrap(key, stanza.body);
    },
  };
}

function unwrap(key: Uint8Array, body: Uint8Array): Uint8Array | null {
  if (body.length !== 16 + tagLength) return null;
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(body.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -tagLength)), decipher.final()]);
  } catch {
    // Another passphrase.
    return null;
  }
}
