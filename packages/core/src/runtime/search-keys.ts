import { loadConfig } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Secrets } from "../environment/secrets.ts";
import { SkillmintError, type Language } from "../protocol/index.ts";
import type { SearchProvider } from "../internet/search/search-provider.ts";

export interface SearchProviderStatus {
  id: string;
  name: string;
  /** The variable that may hold its key; absent where it needs none. */
  variable?: string;
  /** Where a key was found; absent: none. Never the key. */
  key?: "environment" | "file" | "keychain";
  /** Everyone runs their own: it needs an address. */
  needsAddress: boolean;
}

/** Who can be asked to search the web, and the keys that are kept for them. */
export interface SearchKeys {
  /** In the order in which a key that is there decides. */
  providers(): Promise<SearchProviderStatus[]>;
  /** Keeps a key for the host that the provider is at. Refused with `usage` where it is unknown or needs none. */
  setKey(id: string, key: string, options?: { keychain?: boolean }): Promise<{ place: string }>;
  /** Resolves to whether there was one. */
  removeKey(id: string): Promise<boolean>;
}

export interface SearchKeysOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "setKey" | "removeKey" | "list">;
}

export function createSearchKeys({ env, home, language, secrets }: SearchKeysOptions): SearchKeys {
  const load = () => import("../internet/search/search-providers.ts");

  /** One that takes a key, by its id. */
  async function find(id: string): Promise<SearchProvider & { key: { store: string } }> {
    const { findSearchProvider, searchProviders } = await load();
    const provider = findSearchProvider(id);
    if (provider?.key) return { ...provider, key: provider.key };
    const known = searchProviders.flatMap((each) => (each.key ? [each.id] : []));
    const params = { message: `${id}: ${known.join(", ")}` };
    throw new SkillmintError("usage", { params });
  }

  /** Where it is asked, and so who gets the key. */
  async function addressOf({ id, presetUrl }: SearchProvider): Promise<string> {
    const { findSearchProvider } = await load();
    const { provider, baseUrl } = (await loadConfig(home, { language })).config.internet?.search ?? {};
    const isChosen = provider !== undefined && findSearchProvider(provider)?.id === id;
    return (isChosen ? baseUrl : undefined) ?? env[`${id.toUpperCase()}_BASE_URL`] ?? presetUrl ?? "";
  }

  return {
    async providers() {
      const [{ searchProviders }, stored] = await Promise.all([load(), secrets.list()]);
      return searchProviders.map(({ id, name, key, presetUrl }) => {
        const kept = stored.find((info) => info.kind === "key" && info.name === key?.store)?.store;
        const place = key && env[key.variable]?.trim() ? ("environment" as const) : kept;
        return {
          id,
          name,
          needsAddress: presetUrl === undefined,
          ...(key ? { variable: key.variable } : {}),
          ...(place ? { key: place } : {}),
        };
      });
    },
    async setKey(id, key, { keychain = false } = {}) {
      const provider = await find(id);
      const store = keychain ? "keychain" : "file";
      await secrets.setKey(provider.key.store, { key, baseUrl: await addressOf(provider), store });
      return { place: keychain ? store : home.secrets };
    },
    removeKey: async (id) => secrets.removeKey((await find(id)).key.store),
  };
}
