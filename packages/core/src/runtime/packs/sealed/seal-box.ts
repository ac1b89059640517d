import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { withFileLock } from "../../../environment/file-lock.ts";
import { ensureFolder } from "../../../environment/home.ts";
import type { Secrets } from "../../../environment/secrets.ts";
import { isSealedBytes, sealedPrefix } from "../../../protocol/index.ts";

const secretName = "sealed-content";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals what the log keeps of sealed skills, with a key of this person that is with their secrets. */
export interface SealBox {
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /** `undefined` for what was sealed with another key, or is damaged. */
  open(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** A name that stays the same for the same text and that nobody else can guess. */
  nameFor(text: string): Promise<string>;
}

export interface SealBoxOptions {
  /** The home folder. */
  root: string;
  secrets: Pick<Secrets, "getSecret" | "setSecret">;
}

function toKey(text: string | undefined): Buffer | undefined {
  const key = Buffer.from(text ?? "", "base64");
  return key.length === keyBytes ? key : undefined;
}

export function createSealBox({ root, secrets }: SealBoxOptions): SealBox {
  let known: Promise<Buffer> | undefined;

  /** Of two processes that need the first key, one makes it. */
  async function makeKey(): Promise<Buffer> {
    await ensureFolder(root);
    return withFileLock(join(root, secretName), async () => {
      const stored = toKey(await secrets.getSecret(secretName));
      if (stored) return stored;
      const fresh = randomBytes(keyBytes);
      await secrets.setSecret(secretName, fresh.toString("base64"));
      return fresh;
    });
  }

  const keyOf = (): Promise<Buffer> =>
    (known ??= secrets.getSecret(secretName).then((text) => toKey(text) ?? makeKey()));

  return {
    async seal(bytes) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", await keyOf(), nonce);
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      const whole = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return Buffer.from(`${sealedPrefix}${whole.toString("base64")}`, "latin1");
    },
    async open(bytes) {
      if (!isSealedBytes(bytes)) return undefined;
      const whole = Buffer.from(Buffer.from(bytes).toString("latin1", sealedPrefix.length), "base64");
      if (whole.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", await keyOf(), whole.subarray(0, nonceBytes));
      decipher.setAuthTag(whole.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(whole.subarray(nonceBytes + tagBytes)), decipher.final()]);
      } catch {
        // GCM says only that it does not fit: another key, or other bytes.
        return undefined;
      }
    },
    nameFor: async (text) =>
      createHmac("sha256", await keyOf())
        .update(`name\0${text}`)
        .digest("hex")
        .slice(0, 32),
  };
}
