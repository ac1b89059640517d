import { overlayModels } from "../environment/environment-models.ts";
import type { Home } from "../environment/home.ts";
import type { LoadedEnvironment } from "../environment/load-environment.ts";
import { loadModelsFile, type ModelsFile } from "../environment/models-file.ts";
import { findReferences, resolveReferences } from "../environment/reference.ts";
import type { Secrets } from "../environment/secrets.ts";
import type { Provider } from "../model/provider.ts";
import { findProvider, isProviderId, normaliseBaseUrl } from "../model/providers.ts";
import { createTranslate, SkillmintError, type Language } from "../protocol/index.ts";

export interface AccessOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  secrets: Secrets;
  language: Language;
  /** The environment that a session goes by; without a name the one in use. */
  environment?(name: string | undefined): Promise<LoadedEnvironment | undefined>;
}

/** Providers as this user has them: the table of ours, with what `models.jsonc` and the environment say on top. */
export interface ProviderAccess {
  /** The environment whose models these are. */
  environment(): Promise<LoadedEnvironment | undefined>;
  file(): Promise<ModelsFile>;
  /** `provider/model`, `provider` or an alias of the user's own. Refused with `provider-unknown`. */
  split(name: string): Promise<{ provider: Provider; model: string | undefined }>;
  /** Where its API is, and which addresses a person entered for it (a key may go there). */
  baseUrl(provider: Provider, flag?: string): Promise<{ url: string; entered: string[] }>;
  /** Fills in `${NAME}` and `${secret:name}`. */
  resolve<T>(value: T): Promise<T>;
}

function userProvider(id: string): Provider {
  const name = id.toUpperCase().replaceAll(/[-.]/g, "_");
  return {
    id,
    label: id,
    wire: "openai-chat",
    keyVariables: [`${name}_API_KEY`],
    baseUrlVariable: `${name}_BASE_URL`,
    keyless: true,
    quirks: {},
  };
}

function refuseUrl(provider: Provider, given: string | undefined, language: Language): SkillmintError {
  const t = createTranslate(language);
  const message =
    given === undefined
      ? t("model.needsBaseUrl", { id: provider.id, variable: provider.baseUrlVariable })
      : t("model.notABaseUrl", { url: given.replace(/\/\/[^/@]*@/, "//") });
  return new SkillmintError("usage", { params: { message } });
}

export function createProviderAccess(options: AccessOptions, name?: string): ProviderAccess {
  const { env, home, secrets, language } = options;
  const environment = async (): Promise<LoadedEnvironment | undefined> => options.environment?.(name);
  const file = async (): Promise<ModelsFile> =>
    overlayModels(await loadModelsFile(home, { language }), (await environment())?.models);

  async function resolve<T>(value: T): Promise<T> {
    const names = findReferences(value).secrets;
    const found = await Promise.all(
      names.map(async (name) => [name, await secrets.getSecret(name)] as const),
    );
    return resolveReferences(value, {
      env,
      secrets: Object.fromEntries(found),
      where: (await environment())?.folder.models ?? home.models,
      language,
    });
  }

  return {
    environment,
    file,
    resolve,
    async split(name) {
      const { models, providers } = await file();
      const alias = Object.hasOwn(models, name) ? models[name] : undefined;
      const id = alias?.provider && alias.model ? `${alias.provider}/${alias.model}` : name;
      const slash = id.indexOf("/");
      const providerId = (slash < 0 ? id : id.slice(0, slash)).trim();
      const own = Object.hasOwn(providers, providerId) && !isProviderId(providerId);
      const provider = own ? userProvider(providerId) : findProvider(providerId);
      const model = slash < 0 ? "" : id.slice(slash + 1).trim();
      return { provider, model: model === "" ? provider.defaultModel : model };
    },
    async baseUrl(provider, flag) {
      const stored = (await file()).providers[provider.id]?.baseUrl;
      const own = stored === undefined ? undefined : await resolve(stored);
      const entered = [flag, env[provider.baseUrlVariable], own].filter((url): url is string => !!url);
      const given = entered[0] ?? provider.baseUrl;
      const url = given === undefined ? undefined : normaliseBaseUrl(provider.wire, given);
      if (url === undefined) throw refuseUrl(provider, given, language);
      return { url, entered };
    },
  };
}
