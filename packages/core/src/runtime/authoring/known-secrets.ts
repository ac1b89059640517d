import type { Home } from "../../environment/home.ts";
import { createWords } from "../../environment/environment-texts.ts";
import { readServerFiles } from "../../environment/mcp-files.ts";
import { loadModelsFile } from "../../environment/models-file.ts";
import { resolveReferences } from "../../environment/reference.ts";
import { createSecretFile } from "../../environment/secret-file.ts";
import type { Secrets } from "../../environment/secrets.ts";
import type { Trust } from "../../environment/trust.ts";
import type { Language, SessionView } from "../../protocol/index.ts";
import { isSecretVariable } from "../../workspace/child-environment.ts";
import type { ReadFolderConfig } from "../folder-config.ts";
import type { ModelSource } from "../model-source.ts";

export interface KnownSecretsDeps {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getKey">;
  modelSource: Pick<ModelSource, "find" | "baseUrl">;
  trust: Pick<Trust, "find">;
  config: ReadFolderConfig;
}

/** Headers whose values say nothing about anybody. */
const plainHeaders = /^(?:content-type|accept(?:-.+)?|user-agent|anthropic-(?:version|beta)|cache-control)$/i;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values of headers, and of variables that are named like secrets, wherever they stand in a configuration. */
function* findFields(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* findFields(entry);
  if (!isRecord(value)) return;
  for (const [key, entry] of Object.entries(value)) {
    if (key === "headers" && isRecord(entry)) {
      for (const [name, header] of Object.entries(entry))
        if (typeof header === "string" && !plainHeaders.test(name))
          yield header.replace(/^(?:Bearer|Basic|Token)\s+/i, "");
    } else if (typeof entry === "string") {
      if (isSecretVariable(key, entry)) yield entry;
    } else yield* findFields(entry);
  }
}

/** What a file cannot tell is no reason to stop: what has the shape of a key is found without it. */
async function orNothing<T>(work: () => Promise<Iterable<T>>): Promise<T[]> {
  try {
    return [...(await work())];
  } catch {
    return [];
  }
}

/** Every secret that this runtime knows of and that a session could come across. */
export async function knownSecrets(deps: KnownSecretsDeps, view: SessionView): Promise<string[]> {
  const { env, home, language, secrets, modelSource } = deps;
  const ofEnvironment = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretVariable(name, value) ? [value] : [],
  );
  const stored = await createSecretFile(home, createWords(language), () => undefined)
    .read()
    .catch(() => ({ keys: {}, secrets: {} }));
  const resolve = (value: unknown): unknown =>
    resolveReferences(value, { env, secrets: stored.secrets, language });
  const ofModels = await orNothing(async () =>
    findFields(resolve((await loadModelsFile(home, { language })).providers)),
  );
  const ofServers = await orNothing(async () => {
    const { config, environment } = await deps.config(view.folder, view.settings.environment);
    const { files } = await readServerFiles(view.folder, {
      home,
      trust: deps.trust,
      config,
      environment,
      language,
    });
    return files.flatMap((file) => [...findFields(file.servers)]);
  });
  const ofModel = await orNothing(async () => {
    const provider = await modelSource.find(view.settings.model);
    const baseUrl = view.settings.baseUrl ?? (await modelSource.baseUrl(provider));
    const found = await secrets.getKey({
      provider: provider.id,
      variables: provider.keyVariables,
      baseUrl,
      presetUrl: provider.baseUrl,
      enteredUrls: [baseUrl],
    });
    return found.status === "found" ? [found.key] : [];
  });
  const keys = Object.values<{ key: string }>(stored.keys).map(({ key }) => key);
  const all = [
    ...ofEnvironment,
    ...keys,
    ...Object.values<string>(stored.secrets),
    ...ofModels,
    ...ofServers,
    ...ofModel,
  ];
  return all.filter((secret) => !secret.includes("${"));
}
