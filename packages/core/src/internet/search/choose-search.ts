import type { Secrets } from "../../environment/secrets.ts";
import type { SearchAccess, SearchProvider } from "./search-provider.ts";
import { findSearchProvider, searchProviders } from "./search-providers.ts";

/** What a person set under `internet.search`. */
export interface SearchSettings {
  provider?: string | undefined;
  /** Where the provider is; without it where it is for everyone. */
  baseUrl?: string | undefined;
}

export interface SearchKeys {
  env: Readonly<Record<string, string | undefined>>;
  secrets: Pick<Secrets, "getKey">;
}

export interface ChosenSearch {
  provider: SearchProvider;
  access: SearchAccess;
  /** The address, where a person entered it: it may lie on a private network. */
  entered?: string;
}

/** Why nobody can be asked. */
export class SearchSetupFailure extends Error {
  readonly problem: "unknown-provider" | "no-key" | "other-host" | "no-address";
  readonly provider: SearchProvider | undefined;
  constructor(problem: SearchSetupFailure["problem"], detail: string, provider?: SearchProvider) {
    super(detail);
    this.name = "SearchSetupFailure";
    this.problem = problem;
    this.provider = provider;
  }
}

function enteredUrl(
  provider: SearchProvider,
  settings: SearchSettings,
  env: SearchKeys["env"],
): string | undefined {
  const url = settings.baseUrl?.trim() || env[`${provider.id.toUpperCase()}_BASE_URL`]?.trim();
  return url && URL.canParse(url) && /^https?:/i.test(url) ? url : undefined;
}

/** `undefined` where it has no key, or no address. */
async function open(
  provider: SearchProvider,
  settings: SearchSettings,
  { env, secrets }: SearchKeys,
): Promise<ChosenSearch | SearchSetupFailure> {
  const entered = enteredUrl(provider, settings, env);
  const baseUrl = entered ?? provider.presetUrl;
  if (baseUrl === undefined) return new SearchSetupFailure("no-address", provider.id, provider);
  const at = entered === undefined ? {} : { entered };
  if (!provider.key) return { provider, access: { baseUrl, key: "" }, ...at };
  const answer = await secrets.getKey({
    provider: provider.key.store,
    variables: [provider.key.variable],
    baseUrl,
    presetUrl: provider.presetUrl,
    enteredUrls: entered === undefined ? [] : [entered],
  });
  if (answer.status === "found") return { provider, access: { baseUrl, key: answer.key }, ...at };
  const problem = answer.status === "missing" ? "no-key" : "other-host";
  return new SearchSetupFailure(problem, new URL(baseUrl).host, provider);
}

/** Who is asked: the one that is set, else the first whose key is there, else DuckDuckGo. Refused with `SearchSetupFailure`. */
export async function chooseSearch(settings: SearchSettings, keys: SearchKeys): Promise<ChosenSearch> {
  if (settings.provider !== undefined) {
    const provider = findSearchProvider(settings.provider);
    if (!provider) throw new SearchSetupFailure("unknown-provider", settings.provider);
    const opened = await open(provider, settings, keys);
    if (opened instanceof SearchSetupFailure) throw opened;
    return opened;
  }
  // An address without a provider could be anybody's: it is not used.
  for (const provider of searchProviders) {
    const opened = await open(provider, {}, keys);
    if (!(opened instanceof SearchSetupFailure)) return opened;
  }
  throw new SearchSetupFailure("unknown-provider", "");
}
