import type { ModelLimits } from "./model.ts";
import type { Price, Rates } from "./price.ts";
import type { Provider } from "./provider.ts";

/**
 * One model, compact: context, output, images (0|1), reasoning (0|1), then where prices are known input, output,
 * cache read, cache write in dollars per million tokens, then where long requests cost more the number of input
 * tokens above which they do, and the same four prices again. A cache price of 0 means that none is known.
 */
export type CatalogRow = readonly number[];

export interface Catalog {
  source: string;
  license: string;
  providers: Readonly<Record<string, Readonly<Record<string, CatalogRow>>>>;
}

export interface KnownModel {
  limits: ModelLimits;
  reasoning: boolean;
  /** Absent: what it costs is not known. */
  price?: Price;
}

/** What a user's own configuration says of a model; it wins over the catalogue, field by field. */
export interface ModelOverride {
  contextSize?: number;
  maxOutput?: number;
  images?: boolean;
  price?: Price;
}

const unknownLimits: ModelLimits = { context: 128_000, output: 4_096, images: true };

/** The file is read on the first call; start-up does not pay for it. */
export async function loadCatalog(): Promise<Catalog> {
  const module = await import("./catalog.json", { with: { type: "json" } });
  return module.default;
}

/** What follows a known name without making another product of it: a date, a pinned version. */
const sameProduct = /^(-\d{2,}[\d-]*|-latest|@.*)$/;

/**
 * A model by its exact name, else by the longest known name that it continues (`-2025…`, `@…`, `:…`): then with that
 * one's limits, and with its price only where the rest is a date or a version.
 */
export function lookupModel(catalog: Catalog, provider: Provider, model: string): KnownModel | undefined {
  const rows = provider.catalogId === undefined ? undefined : catalog.providers[provider.catalogId];
  if (rows === undefined) return undefined;
  const name = Object.hasOwn(rows, model) ? model : longestPrefix(Object.keys(rows), model);
  const row = name === undefined ? undefined : rows[name];
  if (name === undefined || row === undefined) return undefined;
  const rest = model.slice(name.length);
  return knownModel(rest === "" || sameProduct.test(rest) ? row : row.slice(0, 4));
}

/** What is known of a model after the user's override: always limits, a price only where there is one. */
export function describeModel(
  catalog: Catalog,
  provider: Provider,
  model: string,
  override: ModelOverride = {},
): KnownModel {
  const known = lookupModel(catalog, provider, model);
  const base = known?.limits ?? unknownLimits;
  const price = override.price ?? known?.price;
  return {
    limits: {
      context: override.contextSize ?? base.context,
      output: override.maxOutput ?? base.output,
      images: override.images ?? base.images,
    },
    reasoning: known?.reasoning ?? false,
    ...(price ? { price } : {}),
  };
}

/** The names of a provider's models in the catalogue. */
export function modelNames(catalog: Catalog, provider: Provider): string[] {
  return Object.keys(
    (provider.catalogId === undefined ? undefined : catalog.providers[provider.catalogId]) ?? {},
  );
}

function longestPrefix(names: string[], model: string): string | undefined {
  let best: string | undefined;
  for (const name of names) {
    const boundary = model.charAt(name.length);
    const continues = model.startsWith(name) && (boundary === "-" || boundary === "@" || boundary === ":");
    if (continues && name.length > (best?.length ?? 0)) best = name;
  }
  return best;
}

function knownModel(row: CatalogRow): KnownModel {
  const [context, output, images, reasoning] = row;
  const price = ratesOf(row.slice(4, 8));
  const above = row[8];
  const long = above === undefined ? undefined : ratesOf(row.slice(9, 13));
  return {
    limits: {
      context: context ?? unknownLimits.context,
      output: output ?? unknownLimits.output,
      images: images === 1,
    },
    reasoning: reasoning === 1,
    ...(price
      ? { price: { ...price, ...(long && above !== undefined ? { long: { above, ...long } } : {}) } }
      : {}),
  };
}

function ratesOf(row: readonly number[]): Rates | undefined {
  const [input, output, cacheRead, cacheWrite] = row;
  if (input === undefined || output === undefined) return undefined;
  return { input, output, ...(cacheRead ? { cacheRead } : {}), ...(cacheWrite ? { cacheWrite } : {}) };
}
