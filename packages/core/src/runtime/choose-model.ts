import { loadConfig } from "../environment/config.ts";
import { keyVariableOf, providers } from "../model/providers.ts";
import { createTranslate, SkillmintError } from "../protocol/index.ts";
import type { AccessOptions, ProviderAccess } from "./provider-access.ts";

export type Why = "flag" | "skill" | "environment" | "config" | "key" | "local" | "demo" | "session";

/** A model that was decided on: what a session records. */
export interface ModelChoice {
  /** `provider/model` */
  model: string;
  baseUrl?: string;
  why: Why;
  /** The variable that holds the key, or the address of the local server. */
  detail?: string;
}

export interface ModelWish {
  model?: string;
  baseUrl?: string;
  /** What a skill asks for: only where it is known here, since public skills name models of their own client. */
  ofSkill?: string;
  /** Of the environment in use. */
  ofEnvironment?: string;
}

async function firstLocal(candidate?: { provider: string; baseUrl: string }) {
  const { detectLocalServers } = await import("../model/local-servers.ts");
  const [server] = await detectLocalServers(candidate ? { candidates: [candidate], timeoutMs: 1_000 } : {});
  const [model] = server?.models ?? [];
  return server && model !== undefined
    ? { model: `${server.provider}/${model}`, url: server.baseUrl }
    : undefined;
}

/** A name without a model means the provider's default; a local server is asked what it has. */
async function complete(
  { language }: AccessOptions,
  access: ProviderAccess,
  name: string,
  why: Why,
  baseUrl?: string,
): Promise<ModelChoice> {
  const { provider, model } = await access.split(name);
  const at = baseUrl === undefined ? {} : { baseUrl };
  if (model !== undefined) return { model: `${provider.id}/${model}`, why, ...at };
  if (provider.local) {
    const { url } = await access.baseUrl(provider, baseUrl);
    const found = await firstLocal({ provider: provider.id, baseUrl: url });
    if (found) return { model: found.model, why, ...at };
  }
  const message = createTranslate(language)("model.which", { id: provider.id });
  throw new SkillmintError("usage", { params: { message } });
}

async function findByKey({ env, home, secrets }: AccessOptions): Promise<ModelChoice | undefined> {
  const stored = new Set((await secrets.list()).flatMap(({ kind, name }) => (kind === "key" ? [name] : [])));
  for (const provider of providers) {
    if (provider.defaultModel === undefined || provider.keyless) continue;
    const variable = keyVariableOf(provider, env);
    if (variable === undefined && !stored.has(provider.id)) continue;
    return { model: `${provider.id}/${provider.defaultModel}`, why: "key", detail: variable ?? home.secrets };
  }
  return undefined;
}

/** `undefined` where nobody here knows the name. */
async function completeKnown(
  options: AccessOptions,
  access: ProviderAccess,
  name: string,
  baseUrl: string | undefined,
) {
  try {
    return await complete(options, access, name, "skill", baseUrl);
  } catch (error) {
    if (SkillmintError.is(error) && (error.code === "provider-unknown" || error.code === "usage"))
      return undefined;
    throw error;
  }
}

/** Order: what is asked for, the skill, the environment, the configuration, the first key found, a local server, the demo. */
export async function chooseModel(
  options: AccessOptions,
  access: ProviderAccess,
  wish: ModelWish,
): Promise<ModelChoice> {
  if (wish.model !== undefined) return complete(options, access, wish.model, "flag", wish.baseUrl);
  const { ofSkill, ofEnvironment, baseUrl } = wish;
  const bySkill = ofSkill === undefined ? undefined : await completeKnown(options, access, ofSkill, baseUrl);
  if (bySkill) return bySkill;
  if (ofEnvironment !== undefined) return complete(options, access, ofEnvironment, "environment", baseUrl);
  const { config } = await loadConfig(options.home, { language: options.language });
  if (config.model !== undefined) return complete(options, access, config.model, "config", wish.baseUrl);
  const byKey = await findByKey(options);
  if (byKey) return { ...byKey, ...(wish.baseUrl === undefined ? {} : { baseUrl: wish.baseUrl }) };
  const local = await firstLocal();
  return local
    ? { model: local.model, why: "local", detail: local.url }
    : { model: "demo/scripted", why: "demo" };
}
