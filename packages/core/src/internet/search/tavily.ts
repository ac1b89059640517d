import { addressBelow, parseReply, readHits, requireList, valueAt } from "./reply-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

export const tavily: SearchProvider = {
  id: "tavily",
  name: "Tavily",
  presetUrl: "https://api.tavily.com",
  key: { variable: "TAVILY_API_KEY", store: "tavily" },
  call: ({ query, count, allowedDomains, blockedDomains }, { baseUrl, key }) => ({
    url: addressBelow(baseUrl, "/search"),
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      query,
      max_results: count,
      ...(allowedDomains.length > 0 ? { include_domains: allowedDomains } : {}),
      ...(blockedDomains.length > 0 ? { exclude_domains: blockedDomains } : {}),
    }),
  }),
  read(text) {
    const reply = parseReply(text);
    const list = valueAt(reply, "results");
    requireList(list, valueAt(reply, "detail", "error"));
    return readHits(list, { title: ["title"], url: ["url"], summary: ["content"] });
  },
  problems: { 432: "limited", 433: "limited" },
};
