import { addressBelow, parseReply, readHits, requireList, valueAt } from "./reply-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

export const bocha: SearchProvider = {
  id: "bocha",
  name: "Bocha",
  presetUrl: "https://api.bochaai.com",
  key: { variable: "BOCHA_API_KEY", store: "bocha" },
  call: ({ query, count, allowedDomains, blockedDomains }, { baseUrl, key }) => ({
    url: addressBelow(baseUrl, "/v1/web-search"),
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      query,
      count,
      freshness: "noLimit",
      summary: false,
      ...(allowedDomains.length > 0 ? { include: allowedDomains.join("|") } : {}),
      ...(blockedDomains.length > 0 ? { exclude: blockedDomains.join("|") } : {}),
    }),
  }),
  read(text) {
    const reply = parseReply(text);
    const list = valueAt(reply, "data", "webPages", "value");
    requireList(list, valueAt(reply, "msg") ?? valueAt(reply, "message"));
    return readHits(list, { title: ["name"], url: ["url"], summary: ["snippet", "summary"] });
  },
};
