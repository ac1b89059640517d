import { z } from "zod";
import type { WordKey } from "./environment-texts.ts";
import { modelEntry, providerEntry, type ModelsFile } from "./models-file.ts";

/**
 * The `models.jsonc` of an environment: aliases at the top (`"fast": {provider, model}`), or `providers` and `models`
 * as in the one of the home folder, or both.
 */
export const environmentModelsSchema = z
  .object({
    providers: z.record(z.string(), providerEntry).optional(),
    models: z.record(z.string(), modelEntry).optional(),
  })
  .catchall(modelEntry)
  .superRefine((file, context) => {
    const { providers: _, models = {}, ...aliases } = file;
    for (const [name, path] of [
      ...Object.keys(models).map((name) => [name, ["models", name]] as const),
      ...Object.keys(aliases).map((name) => [name, [name]] as const),
    ]) {
      const entry = path.length === 1 ? aliases[name] : models[name];
      if (name.includes("/") || (entry?.provider && entry.model)) continue;
      const message: WordKey = "expect.aliasTarget";
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });

export function toModelsFile(content: z.infer<typeof environmentModelsSchema>): ModelsFile {
  const { providers = {}, models = {}, ...aliases } = content;
  return { providers, models: { ...aliases, ...models } };
}

/**
 * The person's providers and models with those of an environment on top: of a provider the fields that the
 * environment names, a model as a whole. Where a key is kept stays the person's word.
 */
export function overlayModels(own: ModelsFile, environment: ModelsFile | undefined): ModelsFile {
  const providers = { ...own.providers };
  for (const [id, { keyStore: _, ...fields }] of Object.entries(environment?.providers ?? {})) {
    providers[id] = { ...(Object.hasOwn(own.providers, id) ? own.providers[id] : {}), ...fields };
  }
  return { providers, models: { ...own.models, ...environment?.models } };
}
