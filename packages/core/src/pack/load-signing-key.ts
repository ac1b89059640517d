import { link, lstat, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createPackFault, type PackFault, type PackOptions } from "./pack-error.ts";
import type { SigningKey } from "./signing-key.ts";
import { createKeygenKey } from "./ssh-keygen.ts";
import { createSshKey, readSshPrivateKey } from "./ssh-key.ts";

export interface LoadKeyOptions extends PackOptions {
  env: Readonly<Record<string, string | undefined>>;
}

const maxKeyBytes = 64 * 1024;
const usable = /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))$/;

/**
 * The key of an SSH key file. An ed25519 key without a passphrase signs by itself; every other one, and the public
 * half of a key that an agent holds, through ssh-keygen. Fails with `pack-failed`.
 */
export async function loadSigningKey(file: string, { env, language }: LoadKeyOptions): Promise<SigningKey> {
  const fault = createPackFault(language);
  const text = await readKeyFile(file, fault);
  const publicType = /^([\w@.-]+) AAAA/.exec(text)?.[1];
  const isPem = /^-----BEGIN (?:RSA|EC|ENCRYPTED)? ?PRIVATE KEY-----/.test(text);
  const read = publicType === undefined && !isPem ? readSshPrivateKey(text) : undefined;
  if (read?.kind === "ready") return read.key;
  if (read?.kind === "broken") throw fault("pack-failed", "keyBroken", { file });
  const type = publicType ?? read?.type;
  if (type !== undefined && !usable.test(type)) throw fault("pack-failed", "keyTypeUnsupported", { type });
  return createKeygenKey(file, env, fault);
}

async function readKeyFile(file: string, fault: PackFault): Promise<string> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > maxKeyBytes) throw fault("pack-failed", "keyBroken", { file });
    return await readFile(file, "latin1");
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    throw /^E[A-Z]+$/.test(code) ? fault("pack-failed", "keyUnreadable", { file, what: code }, error) : error;
  }
}

export interface OwnKey {
  key: SigningKey;
  file: string;
  /** It was made just now. */
  created: boolean;
}

/**
 * A person's own key for packs, in a folder that only they can look into; made when it is first asked for, once, also
 * by two processes at the same time. `<file>.pub` beside it is for others.
 */
export async function openOwnKey(folder: string, options: LoadKeyOptions): Promise<OwnKey> {
  const file = join(folder, "signing");
  const created = (await lstat(file).catch(() => undefined)) ? false : await makeKey(folder, file);
  return { key: await loadSigningKey(file, options), file, created };
}

async function makeKey(folder: string, file: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey, publicKey } = createSshKey("skillmint");
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(privateKey);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Who comes second gets the key of the first.
    await link(temporary, file);
    await writeFile(`${file}.pub`, publicKey, { mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}
