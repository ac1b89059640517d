import { SkillmintError, type Language } from "../protocol/index.ts";
import { loadConfig, type KeyStore } from "./config.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import { isPlainName, type Env, type Home } from "./home.ts";
import { hostOf, mayReceiveKey, type KeyTarget } from "./key-host.ts";
import { createLazyKeychain, openKeychain, type Keychain } from "./keychain.ts";
import { forgetKeyStore, loadModelsFile, setProvider } from "./models-file.ts";
import { createSecretFile, type StoredKey } from "./secret-file.ts";

export interface KeyQuery extends KeyTarget {
  provider: string;
  /** Environment variables that may hold its key, the first that is set wins. */
  variables: readonly string[];
}

export type KeyAnswer =
  | { status: "found"; key: string; source: "environment" | KeyStore; variable?: string }
  | { status: "missing" }
  /** There is a key, but it was entered for another host than the one asked about. */
  | { status: "other-host"; source: "environment" | KeyStore; host?: string };

/** Names and places, never a value or a part of one. */
export interface SecretInfo {
  kind: "key" | "secret";
  name: string;
  store: KeyStore;
  host?: string;
}

export interface Secrets {
  /** The environment first, then the store that holds the provider's key. */
  getKey(query: KeyQuery): Promise<KeyAnswer>;
  /** `store`: where to keep it; without it as the setting `secrets.store` says. The other store forgets it. */
  setKey(
    provider: string,
    entry: { key: string; baseUrl: string; store?: KeyStore | undefined },
  ): Promise<void>;
  /** Resolves to whether there was one. */
  removeKey(provider: string): Promise<boolean>;
  /** What `${secret:name}` stands for. */
  getSecret(name: string): Promise<string | undefined>;
  setSecret(name: string, value: string): Promise<void>;
  removeSecret(name: string): Promise<boolean>;
  list(): Promise<SecretInfo[]>;
}

export interface SecretsOptions {
  env: Env;
  language?: Language;
  /** How the system's keychain is opened. */
  keychain?: () => Promise<Keychain>;
  report?: (diagnostic: Diagnostic) => void;
}

/** Names come from outside: `constructor` is no entry. */
function own<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An entry of the keychain: the host on the first line, the key on the second. */
function unpackKey(text: string | undefined): StoredKey | undefined {
  const [host, key] = text?.split("\n") ?? [];
  return host && key ? { host, key } : undefined;
}

export function createSecrets(home: Home, options: SecretsOptions): Secrets {
  const words = createWords(options.language);
  const report = options.report ?? (() => {});
  const file = createSecretFile(home, words, report);
  const keychain = createLazyKeychain(options.keychain ?? openKeychain, words);

  const refuse = (message: string) => new SkillmintError("usage", { params: { message } });

  const storeOf = async (provider: string): Promise<KeyStore> => {
    const { providers } = await loadModelsFile(home, options);
    return own(providers, provider)?.keyStore ?? "file";
  };

  const readStored = async (provider: string, store: KeyStore): Promise<StoredKey | undefined> =>
    store === "keychain" ? unpackKey(await keychain.get(provider)) : own((await file.read()).keys, provider);

  const keepInKeychain = async (provider: string, { host, key }: StoredKey) => {
    await keychain.set(provider, `${host}\n${key}`);
    await setProvider(home, provider, { keyStore: "keychain" }, options);
    await file.write("keys", provider, undefined);
  };

  const keepInFile = async (provider: string, entry: StoredKey) => {
    const before = await storeOf(provider);
    await file.write("keys", provider, entry);
    if (before === "file") return;
    await forgetKeyStore(home, provider, options);
    try {
      await keychain.remove(provider);
    } catch (error) {
      const reason = SkillmintError.is(error) ? String(error.params["message"]) : String(error);
      const message = words("secret.leftInKeychain", { name: provider, reason });
      report({ path: home.secrets, severity: "warning", code: "left-in-keychain", message });
    }
  };

  return {
    getKey: async (query) => {
      const variable = query.variables.find((name) => options.env[name]?.trim());
      const fromEnv = variable && options.env[variable]?.trim();
      if (fromEnv && mayReceiveKey(query, undefined)) {
        return { status: "found", key: fromEnv, source: "environment", variable };
      }
      const store = await storeOf(query.provider);
      const stored = await readStored(query.provider, store);
      if (stored && mayReceiveKey(query, stored.host))
        return { status: "found", key: stored.key, source: store };
      if (stored) return { status: "other-host", source: store, host: stored.host };
      return fromEnv ? { status: "other-host", source: "environment" } : { status: "missing" };
    },
    setKey: async (provider, entry) => {
      if (!isPlainName(provider)) throw refuse(words("provider.badName", { name: provider }));
      const key = entry.key.trim();
      if (!/^[\x21-\x7e]+$/.test(key)) throw refuse(words("secret.badValue", { name: provider }));
      const host = hostOf(entry.baseUrl);
      if (host === undefined) throw refuse(words("secret.badAddress", { expected: words("expect.url") }));
      const store = entry.store ?? (await loadConfig(home, options)).config.secrets?.store ?? "file";
      await (store === "keychain" ? keepInKeychain : keepInFile)(provider, { key, host });
    },
    removeKey: async (provider) => {
      if ((await storeOf(provider)) === "file") return file.write("keys", provider, undefined);
      const existed = (await keychain.get(provider)) !== undefined;
      await keychain.remove(provider);
      await forgetKeyStore(home, provider, options);
      return existed;
    },
    getSecret: async (name) => own((await file.read()).secrets, name),
    setSecret: async (name, value) => {
      if (!value.trim() || /[\x00-\x1f\x7f]/.test(value)) throw refuse(words("secret.badValue", { name }));
      await file.write("secrets", name, value);
    },
    removeSecret: (name) => file.write("secrets", name, undefined),
    list: async () => {
      const { keys, secrets } = await file.read();
      const { providers } = await loadModelsFile(home, options);
      const inKeychain = Object.keys(providers).filter((name) => providers[name]?.keyStore === "keychain");
      return [
        ...Object.entries(keys).map(([name, { host }]) => ({
          kind: "key" as const,
          name,
          store: "file" as const,
          host,
        })),
        ...inKeychain.map((name) => ({ kind: "key" as const, name, store: "keychain" as const })),
        ...Object.keys(secrets).map((name) => ({ kind: "secret" as const, name, store: "file" as const })),
      ];
    },
  };
}
