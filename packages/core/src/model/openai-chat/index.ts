import { joinUrl } from "../wire-content.ts";
import type { Wire } from "../wire-format.ts";
import { buildChatRequest } from "./request.ts";
import { createChatParser } from "./stream.ts";

/** OpenAI chat completions, as OpenAI and those compatible with it speak it. */
export const openaiChat: Wire = {
  url: (baseUrl) => joinUrl(baseUrl, "/chat/completions"),
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  buildRequest: buildChatRequest,
  createParser: createChatParser,
};
