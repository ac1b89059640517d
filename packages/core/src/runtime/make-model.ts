import { loadConfig } from "../environment/config.ts";
import { overlayConfig } from "../environment/overlay-config.ts";
import type { ModelsFile } from "../environment/models-file.ts";
import {
  describeModel,
  loadCatalog,
  modelNames,
  type KnownModel,
  type ModelOverride,
} from "../model/catalog.ts";
import type { HttpClient } from "../model/http.ts";
import type { Model } from "../model/model.ts";
import { nearestNames } from "../model/nearest.ts";
import { costOf } from "../model/price.ts";
import type { Provider, WireName } from "../model/provider.ts";
import { createTranslate, SkillmintError } from "../protocol/index.ts";
import type { AccessOptions, ProviderAccess } from "./provider-access.ts";

const defaultTimeouts = { firstMs: 300_000, idleMs: 120_000, totalMs: 3_600_000 };

const wires = {
  anthropic: async () => (await import("../model/anthropic/index.ts")).anthropic,
  "openai-chat": async () => (await import("../model/openai-chat/index.ts")).openaiChat,
  "openai-responses": async () => (await import("../model/openai-responses/index.ts")).openaiResponses,
};

/** OpenAI's own address speaks Responses; whatever else is put in its place speaks what everybody copied. */
function wireOf(provider: Provider, baseUrl: string, set: WireName | undefined): WireName {
  if (set !== undefined) return set;
  const moved = provider.baseUrl !== undefined && new URL(provider.baseUrl).host !== new URL(baseUrl).host;
  return provider.wire === "openai-responses" && moved ? "openai-chat" : provider.wire;
}

function toOverride(file: ModelsFile, id: string): ModelOverride {
  const entry = Object.hasOwn(file.models, id) ? file.models[id] : undefined;
  const { input, output, cacheRead, cacheWrite } = entry?.price ?? {};
  const caches = {
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
  return {
    ...(entry?.contextSize ? { contextSize: entry.contextSize } : {}),
    ...(entry?.maxOutput ? { maxOutput: entry.maxOutput } : {}),
    ...(entry?.images === undefined ? {} : { images: entry.images }),
    ...(input === undefined || output === undefined ? {} : { price: { input, output, ...caches } }),
  };
}

function definedOnly(value: object | undefined): Partial<typeof defaultTimeouts> {
  const entries = Object.entries(value ?? {}).filter(([, ms]) => typeof ms === "number");
  return Object.fromEntries(entries);
}

/** Packages the user installed for us (`npm install --prefix ~/.skillmint NAME`) come before those beside us. */
async function importFrom(folder: string, name: string): Promise<unknown> {
  const [{ createRequire }, { pathToFileURL }] = await Promise.all([
    import("node:module"),
    import("node:url"),
  ]);
  let path: string;
  try {
    path = pathToFileURL(createRequire(`${folder}/`).resolve(name)).href;
  } catch {
    path = name;
  }
  return import(path) as Promise<unknown>;
}

/** A model that its provider does not have: the names that come nearest are told. */
function withNearestNames(model: Model, provider: Provider, name: string): Model {
  return {
    ...model,
    async *stream(request, signal) {
      for await (const event of model.stream(request, signal)) {
        if (event.type !== "failed" || event.error.code !== "model-not-found") {
          yield event;
          continue;
        }
        const names = nearestNames(name, modelNames(await loadCatalog(), provider));
        const params = { provider: provider.label, model: name, nearest: names.join(", ") || "-" };
        const { detail } = event.error;
        yield {
          ...event,
          error: new SkillmintError("model-not-found", { params, ...(detail ? { detail } : {}) }),
        };
      }
    },
  };
}

export interface MakeOptions {
  options: AccessOptions;
  access: ProviderAccess;
  http: HttpClient;
  /** `provider/model` */
  id: string;
  provider: Provider;
  model: string;
  baseUrl?: string | undefined;
}

async function makePackageModel(
  { access, options, id, provider, model }: MakeOptions,
  known: KnownModel,
): Promise<Model> {
  const entry = (await access.file()).providers[provider.id];
  const { loadAiSdkModel } = await import("../model/ai-sdk-bridge.ts");
  const settings = await access.resolve({
    ...entry?.settings,
    ...(entry?.baseUrl ? { baseURL: entry.baseUrl } : {}),
    ...(entry?.headers ? { headers: entry.headers } : {}),
  });
  const importModule = (name: string): Promise<unknown> => importFrom(options.home.root, name);
  return loadAiSdkModel({
    id,
    packageName: entry?.package ?? "",
    model,
    settings,
    limits: known.limits,
    importModule,
  });
}

async function findKey(
  { options, provider }: MakeOptions,
  url: string,
  entered: string[],
): Promise<string | undefined> {
  const answer = await options.secrets.getKey({
    provider: provider.id,
    variables: provider.keyVariables,
    baseUrl: url,
    presetUrl: provider.baseUrl,
    enteredUrls: entered,
  });
  if (answer.status === "found") return answer.key;
  if (provider.keyless || provider.local) return undefined;
  const t = createTranslate(options.language);
  const detail =
    answer.status === "other-host"
      ? t("model.keyOfOther", { host: answer.host ?? t("model.otherHost"), url })
      : undefined;
  throw new SkillmintError("key-missing", {
    params: { id: provider.id, provider: provider.label, variable: provider.keyVariables[0] ?? "" },
    ...(detail ? { detail } : {}),
  });
}

/** A model over one of the wires, or from a package that the user named. Refused with `key-missing`. */
export async function makeModel(make: MakeOptions): Promise<Model> {
  const { options, access, provider, model, id } = make;
  const file = await access.file();
  const entry = file.providers[provider.id];
  const known = describeModel(await loadCatalog(), provider, model, toOverride(file, id));
  if (entry?.package !== undefined) return makePackageModel(make, known);
  const { url, entered } = await access.baseUrl(provider, make.baseUrl);
  const key = await findKey(make, url, entered);
  const [{ createWireModel }, own, environment] = await Promise.all([
    import("../model/wire.ts"),
    loadConfig(options.home, { language: options.language }),
    access.environment(),
  ]);
  const config = overlayConfig(own.config, environment);
  const headers = entry?.headers && (await access.resolve(entry.headers));
  const { price } = known;
  const wire = createWireModel({
    id,
    provider: provider.label,
    wire: await wires[wireOf(provider, url, entry?.wire)](),
    baseUrl: url,
    model,
    limits: known.limits,
    timeouts: { ...defaultTimeouts, ...definedOnly(config.timeouts), ...definedOnly(entry?.timeouts) },
    quirks: provider.quirks,
    http: make.http,
    ...(key === undefined ? {} : { key }),
    ...(headers ? { headers } : {}),
    ...(price ? { price: (usage) => costOf(usage, price) } : {}),
  });
  return withNearestNames(wire, provider, model);
}
