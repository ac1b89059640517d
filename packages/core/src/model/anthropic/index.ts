import { joinUrl } from "../wire-content.ts";
import type { Wire } from "../wire-format.ts";
import { buildAnthropicRequest } from "./request.ts";
import { createAnthropicParser } from "./stream.ts";

const apiVersion = "2023-06-01";

/** Anthropic Messages. The base URL may end with the version or leave it out. */
export const anthropic: Wire = {
  url(baseUrl) {
    const versioned = /\/v\d[^/]*\/?$|\/messages\/?$/.test(
      URL.canParse(baseUrl) ? new URL(baseUrl).pathname : baseUrl,
    );
    return joinUrl(baseUrl, versioned ? "/messages" : "/v1/messages");
  },
  headers: (key) => ({
    "anthropic-version": apiVersion,
    ...(key === undefined ? {} : { "x-api-key": key }),
  }),
  buildRequest: buildAnthropicRequest,
  createParser: createAnthropicParser,
};
