import { addressBelow, parseReply, readHits, valueAt, withDomains } from "./reply-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

export const brave: SearchProvider = {
  id: "brave",
  name: "Brave Search",
  presetUrl: "https://api.search.brave.com",
  key: { variable: "BRAVE_API_KEY", store: "brave" },
  call: (request, { baseUrl, key }) => ({
    url: addressBelow(baseUrl, "/res/v1/web/search", {
      q: withDomains(request.query, request),
      count: String(request.count),
    }),
    method: "GET",
    headers: { accept: "application/json", "x-subscription-token": key },
  }),
  read: (text) =>
    readHits(valueAt(parseReply(text), "web", "results"), {
      title: ["title"],
      url: ["url"],
      summary: ["description"],
    }),
  problems: { 422: "bad-key" },
};
