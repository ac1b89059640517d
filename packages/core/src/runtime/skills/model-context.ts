import { loadModelsFile } from "../../environment/models-file.ts";
import { createSecrets } from "../../environment/secrets.ts";
import type { Home } from "../../environment/home.ts";
import type { LoadedEnvironment } from "../../environment/load-environment.ts";
import { overlayModels } from "../../environment/environment-models.ts";
import { describeModel, loadCatalog } from "../../model/catalog.ts";
import { keyVariableOf, providers } from "../../model/providers.ts";
import { SkillmintError, type Language } from "../../protocol/index.ts";
import { createProviderAccess } from "../provider-access.ts";

const unknownContext = 128_000;

export interface ModelContextOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  /** What the configuration says. */
  model: string | undefined;
  environment: LoadedEnvironment | undefined;
}

export interface ModelContext {
  /** Absent where no setting and no key says which one it would be. */
  model?: string;
  contextTokens: number;
}

async function configuredModel(options: ModelContextOptions): Promise<string | undefined> {
  const { env, home, language, model } = options;
  if (model !== undefined) return model;
  const stored = new Set((await createSecrets(home, { env, language }).list()).map(({ name }) => name));
  return providers.find(
    (provider) =>
      provider.defaultModel !== undefined &&
      !provider.keyless &&
      (keyVariableOf(provider, env) !== undefined || stored.has(provider.id)),
  )?.id;
}

/** How much the model of new sessions can read, as far as settings and keys tell. Nobody is asked for it. */
export async function findModelContext(options: ModelContextOptions): Promise<ModelContext> {
  const { env, home, language, environment } = options;
  const name = await configuredModel(options);
  if (name === undefined) return { contextTokens: unknownContext };
  const access = createProviderAccess({
    env,
    home,
    language,
    secrets: createSecrets(home, { env, language }),
    environment: async () => environment,
  });
  try {
    const { provider, model } = await access.split(name);
    if (model === undefined) return { contextTokens: unknownContext };
    const id = `${provider.id}/${model}`;
    const { models } = overlayModels(await loadModelsFile(home, { language }), environment?.models);
    const contextSize = Object.hasOwn(models, id) ? models[id]?.contextSize : undefined;
    const known = describeModel(await loadCatalog(), provider, model, contextSize ? { contextSize } : {});
    return { model: id, contextTokens: known.limits.context };
  } catch (error) {
    if (!SkillmintError.is(error) || error.code !== "provider-unknown") throw error;
    return { contextTokens: unknownContext };
  }
}
