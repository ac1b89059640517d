import { z } from "zod";
import { SkillmintError, type Language } from "../protocol/index.ts";
import { wireNames } from "../protocol/wire-name.ts";
import { keyStore, timeouts } from "./config.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { createWords, type WordKey } from "./environment-texts.ts";
import { isPlainName, type Home } from "./home.ts";
import { diagnoseUnknown, validateJsonc, wordIssue } from "./jsonc-document.ts";
import { readJsonc, updateJsonc, type JsoncChange } from "./jsonc-file.ts";

const key = (name: WordKey): string => name;

/** References such as `${GATEWAY}` are resolved when it is used. */
const address = z.string().refine((text) => text.includes("${") || /^https?:\/\/[^/@]+(\/|$)/i.test(text), {
  error: key("expect.url"),
});

const price = z.number().nonnegative();
const tokens = z.number().int().positive();

export const providerEntry = z.looseObject({
  baseUrl: address.optional(),
  /** How it speaks. */
  wire: z.enum(wireNames).optional(),
  /** An npm package that serves it instead. */
  package: z.string().min(1).optional(),
  /** What that package's factory takes. */
  settings: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  timeouts: timeouts.optional(),
  /** Which store holds its key. Without it: the file. */
  keyStore: keyStore.optional(),
});
export type ProviderEntry = z.infer<typeof providerEntry>;

/** Prices are US dollars for a million tokens. */
export const modelEntry = z.looseObject({
  provider: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  contextSize: tokens.optional(),
  maxOutput: tokens.optional(),
  images: z.boolean().optional(),
  price: z
    .looseObject({
      input: price.optional(),
      output: price.optional(),
      cacheRead: price.optional(),
      cacheWrite: price.optional(),
    })
    .optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;

/** The names under `models` are aliases, or `provider/model` to say more about a model. */
export const modelsFileSchema = z
  .looseObject({
    providers: z.record(z.string(), providerEntry).optional(),
    models: z.record(z.string(), modelEntry).optional(),
  })
  .superRefine((file, context) => {
    for (const [name, entry] of Object.entries(file.models ?? {})) {
      if (name.includes("/") || (entry.provider && entry.model)) continue;
      context.addIssue({ code: "custom", path: ["models", name], message: key("expect.aliasTarget") });
    }
  });

export interface ModelsFile {
  providers: Record<string, ProviderEntry>;
  models: Record<string, ModelEntry>;
}

/** The user's own providers and models. Refused with `config-unreadable`. */
export async function loadModelsFile(
  home: Pick<Home, "models">,
  options: { language?: Language } = {},
): Promise<ModelsFile & { diagnostics: Diagnostic[] }> {
  const words = createWords(options.language);
  const document = await readJsonc(home.models, words);
  const { providers = {}, models = {} } = validateJsonc(document, modelsFileSchema, words);
  return { providers, models, diagnostics: diagnoseUnknown(document, modelsFileSchema, words) };
}

/**
 * Sets the named fields of a provider's entry; a field that is `undefined` is removed, the others stay. Values that do
 * not fit are refused with `usage`.
 */
export async function setProvider(
  home: Pick<Home, "models">,
  id: string,
  fields: { [K in keyof typeof providerEntry.shape]?: unknown },
  options: { language?: Language } = {},
): Promise<void> {
  const words = createWords(options.language);
  if (!isPlainName(id)) {
    throw new SkillmintError("usage", { params: { message: words("provider.badName", { name: id }) } });
  }
  const [issue] = providerEntry.safeParse(fields).error?.issues ?? [];
  if (issue) {
    throw new SkillmintError("usage", { params: { message: wordIssue(providerEntry, issue, words) } });
  }
  const changes: JsoncChange[] = Object.entries(fields).map(([name, value]) => [
    ["providers", id, name],
    value,
  ]);
  await updateJsonc(home.models, modelsFileSchema, () => changes, words);
}

/** Resolves to whether there was such an entry. */
export async function removeProvider(
  home: Pick<Home, "models">,
  id: string,
  options: { language?: Language } = {},
): Promise<boolean> {
  return updateJsonc(
    home.models,
    modelsFileSchema,
    () => [[["providers", id], undefined]],
    createWords(options.language),
  );
}

/** Takes `keyStore` back, and with it an entry that says nothing else. */
export async function forgetKeyStore(
  home: Pick<Home, "models">,
  id: string,
  options: { language?: Language } = {},
): Promise<void> {
  const decide = (value: unknown): JsoncChange[] => {
    const file = modelsFileSchema.safeParse(value);
    const entry = file.success ? file.data.providers?.[id] : undefined;
    if (entry?.keyStore === undefined) return [];
    const isAll = Object.keys(entry).length === 1;
    return [[isAll ? ["providers", id] : ["providers", id, "keyStore"], undefined]];
  };
  await updateJsonc(home.models, modelsFileSchema, decide, createWords(options.language));
}
