import { SkillmintError } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";

/** The system's own store of secrets, by account name. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

const service = "skillmint";
/** A person may have to unlock it first. */
const timeoutMs = 60_000;

/** Loads the native package. Only the persistent store of a Linux desktop counts: the kernel's forgets on logout. */
export async function openKeychain(): Promise<Keychain> {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  const open = (account: string) => new AsyncEntry(service, account, { linux: { store: "secret-service" } });
  const signal = () => AbortSignal.timeout(timeoutMs);
  return {
    get: async (account) => (await open(account).getPassword(signal())) ?? undefined,
    set: (account, secret) => open(account).setPassword(secret, signal()),
    remove: async (account) => {
      await open(account).deletePassword(signal());
    },
  };
}

/** What went wrong, in one line, without any line of the secret that was handed over. */
function wordReason(error: unknown, secret = ""): string {
  let text = error instanceof Error ? error.message : String(error);
  for (const line of secret.split("\n")) if (line) text = text.replaceAll(line, "***");
  return text.split("\n")[0] ?? "";
}

/** Opens the keychain when first used; whatever fails is refused with `usage` and says what to do instead. */
export function createLazyKeychain(open: () => Promise<Keychain>, words: Words): Keychain {
  const use = async <T>(work: (keychain: Keychain) => Promise<T>, secret?: string): Promise<T> => {
    try {
      return await work(await open());
    } catch (error) {
      const reason = wordReason(error, secret);
      throw new SkillmintError("usage", { params: { message: words("keychain.unavailable", { reason }) } });
    }
  };
  return {
    get: (account) => use((keychain) => keychain.get(account)),
    set: (account, secret) => use((keychain) => keychain.set(account, secret), secret),
    remove: (account) => use((keychain) => keychain.remove(account)),
  };
}
