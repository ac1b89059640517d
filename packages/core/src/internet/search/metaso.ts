import { addressBelow, parseReply, readHits, requireList, valueAt, withDomains } from "./reply-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

export const metaso: SearchProvider = {
  id: "metaso",
  name: "Metaso",
  presetUrl: "https://metaso.cn",
  key: { variable: "METASO_API_KEY", store: "metaso" },
  call: (request, { baseUrl, key }) => ({
    url: addressBelow(baseUrl, "/api/v1/search"),
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      q: withDomains(request.query, request),
      scope: "webpage",
      size: request.count,
      includeSummary: false,
      includeRawContent: false,
    }),
  }),
  read(text) {
    const reply = parseReply(text);
    const list = valueAt(reply, "webpages");
    requireList(list, valueAt(reply, "message") ?? valueAt(reply, "errMsg"));
    return readHits(list, { title: ["title"], url: ["link"], summary: ["snippet", "summary"] });
  },
};
