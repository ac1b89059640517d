import { bocha } from "./bocha.ts";
import { brave } from "./brave.ts";
import { duckduckgo } from "./duckduckgo.ts";
import { metaso } from "./metaso.ts";
import type { SearchProvider } from "./search-provider.ts";
import { searxng } from "./searxng.ts";
import { bing, google } from "./serpapi.ts";
import { tavily } from "./tavily.ts";

/** In the order in which a key that is there decides. */
export const searchProviders: readonly SearchProvider[] = [
  brave,
  tavily,
  google,
  bing,
  bocha,
  metaso,
  searxng,
  duckduckgo,
];

/** By its name in settings; `serpapi` is the engine that it serves first. */
export function findSearchProvider(name: string): SearchProvider | undefined {
  const id = name.trim().toLowerCase();
  return searchProviders.find((provider) => provider.id === (id === "serpapi" ? "google" : id));
}
