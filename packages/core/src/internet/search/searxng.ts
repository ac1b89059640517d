import { addressBelow, parseReply, readHits, valueAt, withDomains } from "./reply-fields.ts";
import { SearchFailure, type SearchProvider } from "./search-provider.ts";

export const searxng: SearchProvider = {
  id: "searxng",
  name: "SearXNG",
  call: (request, { baseUrl }) => ({
    url: addressBelow(baseUrl, "/search", {
      q: withDomains(request.query, request),
      format: "json",
      ...(request.language === "zh-CN" ? { language: "zh-CN" } : {}),
    }),
    method: "GET",
    headers: { accept: "application/json" },
  }),
  read(text) {
    if (/^\s*</.test(text)) throw new SearchFailure("no-json");
    return readHits(valueAt(parseReply(text), "results"), {
      title: ["title"],
      url: ["url"],
      summary: ["content"],
    });
  },
  // A server that was not told to give JSON refuses it like this.
  problems: { 403: "no-json" },
};
