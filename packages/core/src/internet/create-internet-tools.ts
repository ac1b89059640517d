import { z } from "zod";
import { createAreaWords } from "../protocol/text/area.ts";
import { internetTexts } from "../protocol/text/internet.ts";
import { defineTool, type Tool } from "../tool/define-tool.ts";
import type { WebFetchParts } from "./run-web-fetch.ts";
import type { WebSearchParts } from "./run-web-search.ts";

export interface InternetToolsOptions {
  language: WebFetchParts["language"];
  /** Asked for when the first call needs it. */
  fetching(): Promise<WebFetchParts>;
  searching(): Promise<WebSearchParts>;
}

/** WebFetch and WebSearch. What they need to work is loaded at their first call. */
export function createInternetTools({ language, fetching, searching }: InternetToolsOptions): Tool[] {
  const words = createAreaWords(internetTexts, language);
  const domains = z.array(z.string().min(1)).max(20).optional();
  return [
    defineTool({
      name: "WebFetch",
      description: words("internet.fetch.description"),
      input: z.object({
        url: z.string().min(1),
        prompt: z.string().optional().describe(words("internet.fetch.prompt")),
      }),
      aliases: { uri: "url", link: "url" },
      effect: "network",
      parallel: true,
      describe: ({ url }) => ({
        title: `WebFetch ${url}`,
        resources: [{ kind: "url", url: URL.canParse(url) ? new URL(url).href : url }],
      }),
      async run(input, context) {
        const { runWebFetch } = await import("./run-web-fetch.ts");
        return runWebFetch(input, context, await fetching());
      },
    }),
    defineTool({
      name: "WebSearch",
      description: words("internet.search.description"),
      input: z.object({
        query: z.string().trim().min(1).max(1_000),
        count: z.number().int().min(1).max(20).optional().describe(words("internet.search.count")),
        allowed_domains: domains,
        blocked_domains: domains,
      }),
      aliases: { q: "query", num_results: "count", max_results: "count" },
      effect: "network",
      parallel: true,
      describe: ({ query }) => ({
        title: words("internet.search.title", { query }),
        resources: [],
        subject: query,
      }),
      async run(input, context) {
        const { runWebSearch } = await import("./run-web-search.ts");
        return runWebSearch(input, context, await searching());
      },
    }),
  ];
}
