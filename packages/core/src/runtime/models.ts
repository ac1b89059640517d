import { loadModelsFile, removeProvider, setProvider } from "../environment/models-file.ts";
import { isPlainName, type Home } from "../environment/home.ts";
import type { Secrets } from "../environment/secrets.ts";
import type { Settings } from "../environment/settings.ts";
import { loadCatalog, modelNames } from "../model/catalog.ts";
import type { Model } from "../model/model.ts";
import { isProviderId, keyVariableOf, providers } from "../model/providers.ts";
import type { Provider } from "../model/provider.ts";
import { SkillmintError, textOf, type Language, type Usage } from "../protocol/index.ts";
import type { ModelSource } from "./model-source.ts";

export interface ProviderStatus {
  id: string;
  label: string;
  baseUrl?: string;
  defaultModel?: string;
  models: string[];
  /** Where a key was found; absent: none. Never the key. */
  key?: "environment" | "file" | "keychain";
  local: boolean;
}

export interface ModelTest {
  model: string;
  ms: number;
  text: string;
  usage: Usage;
}

/** The models a person can use, and what is stored about them. */
export interface Models {
  list(): Promise<ProviderStatus[]>;
  /** Says "hi" with a tiny limit; refused with the provider's own error. */
  test(id: string, options?: { baseUrl?: string; signal?: AbortSignal }): Promise<ModelTest>;
  add(
    provider: string,
    options: { key?: string; baseUrl?: string; wire?: string; keychain?: boolean },
  ): Promise<{ place?: string }>;
  remove(provider: string): Promise<boolean>;
  /** Makes it the model of new sessions. */
  use(id: string): Promise<string>;
}

export interface ModelsOptions {
  language: Language;
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  secrets: Secrets;
  settings: Settings;
  source: ModelSource;
}

async function keyPlace(options: ModelsOptions, provider: Provider): Promise<ProviderStatus["key"]> {
  if (keyVariableOf(provider, options.env)) return "environment";
  const stored = await options.secrets.list();
  return stored.find((info) => info.kind === "key" && info.name === provider.id)?.store;
}

async function sayHi(model: Model, signal: AbortSignal): Promise<ModelTest> {
  const startedAt = performance.now();
  const request = {
    system: "",
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "hi" }] }],
    tools: [],
    maxOutputTokens: 16,
    place: { agent: "test", iteration: 1 },
  };
  for await (const event of model.stream(request, signal)) {
    if (event.type === "failed") throw event.error;
    if (event.type === "finished") {
      const ms = Math.round(performance.now() - startedAt);
      return { model: model.id, ms, text: textOf(event.content).trim(), usage: event.usage };
    }
  }
  throw new SkillmintError("model-stream-broken", { params: { provider: model.id } });
}

export function createModels(options: ModelsOptions): Models {
  const { home, secrets, settings, source, language } = options;
  return {
    async list() {
      const [catalog, file] = await Promise.all([loadCatalog(), loadModelsFile(home, { language })]);
      const own = Object.keys(file.providers).filter((id) => !isProviderId(id));
      const all = [...providers, ...(await Promise.all(own.map((id) => source.find(id))))];
      return Promise.all(
        all.map(async (provider) => {
          const key = await keyPlace(options, provider);
          const baseUrl = file.providers[provider.id]?.baseUrl ?? provider.baseUrl;
          return {
            id: provider.id,
            label: provider.label,
            local: provider.local === true,
            models: modelNames(catalog, provider),
            ...(baseUrl ? { baseUrl } : {}),
            ...(provider.defaultModel ? { defaultModel: provider.defaultModel } : {}),
            ...(key ? { key } : {}),
          };
        }),
      );
    },
    async test(id, { baseUrl, signal = new AbortController().signal } = {}) {
      const choice = await source.choose({ model: id, ...(baseUrl ? { baseUrl } : {}) });
      return sayHi(await source.create(choice), signal);
    },
    async add(id, { key, baseUrl, wire, keychain }) {
      // A name of the user's own becomes a provider by having an address.
      const isOwn = baseUrl !== undefined && isPlainName(id) && !isProviderId(id);
      const provider = isOwn ? { id } : await source.find(id);
      const entered = baseUrl ?? (await source.baseUrl(await source.find(id)));
      if (baseUrl !== undefined || wire !== undefined) {
        const fields = { ...(baseUrl ? { baseUrl } : {}), ...(wire ? { wire } : {}) };
        await setProvider(home, provider.id, fields, { language });
      }
      if (key === undefined) return {};
      const place = keychain ? "keychain" : "file";
      await secrets.setKey(provider.id, { key, baseUrl: entered, store: place });
      return { place: place === "file" ? home.secrets : place };
    },
    async remove(id) {
      const provider = await source.find(id);
      const hadKey = await secrets.removeKey(provider.id);
      const hadEntry = await removeProvider(home, provider.id, { language });
      return hadKey || hadEntry;
    },
    async use(id) {
      const choice = await source.choose({ model: id });
      await settings.set("model", choice.model);
      return choice.model;
    },
  };
}
