import { joinUrl } from "../wire-content.ts";
import type { Wire } from "../wire-format.ts";
import { buildResponsesRequest } from "./request.ts";
import { createResponsesParser } from "./stream.ts";

/** OpenAI Responses, without state at the provider: every request carries the whole conversation. */
export const openaiResponses: Wire = {
  url: (baseUrl) => joinUrl(baseUrl, "/responses"),
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  buildRequest: buildResponsesRequest,
  createParser: createResponsesParser,
};
