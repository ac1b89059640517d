import { NetworkRefused, type Guard } from "../network/guard.ts";
import type { Language } from "../protocol/index.ts";
import { ToolFailure, type ToolContext, type ToolResult } from "../tool/define-tool.ts";
import { markOutside } from "../tool/mark-outside.ts";
import { chooseSearch, type SearchKeys, type SearchSettings } from "./search/choose-search.ts";
import { explainSearch } from "./search/explain-search.ts";
import { listHits } from "./search/format-results.ts";
import type { SearchHit, SearchProvider } from "./search/search-provider.ts";
import { normalizeDomain, searchWeb } from "./search/search-web.ts";
import { createWording } from "./words.ts";

const defaultCount = 5;
const maxCount = 20;

export interface WebSearchInput {
  query: string;
  count?: number | undefined;
  allowed_domains?: readonly string[] | undefined;
  blocked_domains?: readonly string[] | undefined;
}

export interface WebSearchParts extends SearchKeys {
  language: Language;
  guard: Guard;
  settings(): Promise<SearchSettings>;
}

export interface Searched {
  /** As people know it. */
  provider: string;
  hits: SearchHit[];
}

/** Searches with whoever is set up for it. Expected failures are `ToolFailure`, in words that say what to do. */
export async function search(
  input: WebSearchInput,
  parts: WebSearchParts,
  signal: AbortSignal,
): Promise<Searched> {
  const domains = (list: readonly string[] | undefined): string[] =>
    (list ?? []).map(normalizeDomain).filter((domain) => domain !== undefined);
  const wording = createWording(parts.language);
  let provider: SearchProvider | undefined;
  try {
    const chosen = await chooseSearch(await parts.settings(), parts);
    ({ provider } = chosen);
    const request = {
      query: input.query.trim(),
      count: Math.min(input.count ?? defaultCount, maxCount),
      allowedDomains: domains(input.allowed_domains),
      blockedDomains: domains(input.blocked_domains),
      language: parts.language,
    };
    const { entered } = chosen;
    const guard = entered === undefined ? parts.guard : parts.guard.allowing([entered]);
    try {
      const hits = await searchWeb(chosen.provider, request, chosen.access, { guard, signal });
      return { provider: provider.name, hits };
    } finally {
      if (guard !== parts.guard) await guard.close();
    }
  } catch (error) {
    if (error instanceof NetworkRefused) throw new ToolFailure(wording.refused(error), { cause: error });
    const message = explainSearch(error, provider, wording);
    throw message === undefined ? error : new ToolFailure(message, { cause: error });
  }
}

/** The work of the WebSearch tool. */
export async function runWebSearch(
  input: WebSearchInput,
  context: ToolContext,
  parts: WebSearchParts,
): Promise<ToolResult> {
  const { words, outside } = createWording(parts.language);
  await context.begin();
  const { provider, hits } = await search(input, parts, context.signal);
  const details = { provider, hits: hits.map(({ title, url }) => ({ title, url })) };
  if (hits.length === 0) {
    const text = words("internet.results.none", { query: input.query });
    return { content: [{ type: "text", text }], details };
  }
  const source = `${words("internet.results.source")}, ${provider}`;
  const text = `${words("internet.results")}\n${markOutside(listHits(hits), source, outside)}`;
  return { content: [{ type: "text", text }], details };
}
