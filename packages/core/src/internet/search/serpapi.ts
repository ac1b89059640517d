import { addressBelow, parseReply, readHits, requireList, valueAt, withDomains } from "./reply-fields.ts";
import type { SearchHit, SearchProvider } from "./search-provider.ts";

function read(text: string): SearchHit[] {
  const reply = parseReply(text);
  const list = valueAt(reply, "organic_results");
  const message = valueAt(reply, "error");
  // What it says where nothing was found.
  const isEmpty = typeof message === "string" && /hasn't returned any results/i.test(message);
  if (!isEmpty) requireList(list, message);
  return readHits(list, { title: ["title"], url: ["link"], summary: ["snippet"] });
}

function createSerpapi(engine: "google" | "bing", name: string): SearchProvider {
  return {
    id: engine,
    name,
    presetUrl: "https://serpapi.com",
    key: { variable: "SERPAPI_API_KEY", store: "serpapi" },
    call: (request, { baseUrl, key }) => ({
      url: addressBelow(baseUrl, "/search.json", {
        engine,
        q: withDomains(request.query, request),
        [engine === "google" ? "num" : "count"]: String(request.count),
        ...(engine === "google" && request.language === "zh-CN" ? { hl: "zh-cn" } : {}),
        api_key: key,
      }),
      method: "GET",
      headers: { accept: "application/json" },
    }),
    read,
  };
}

export const google = createSerpapi("google", "Google (SerpAPI)");
export const bing = createSerpapi("bing", "Bing (SerpAPI)");
