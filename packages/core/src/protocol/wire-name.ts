/** The formats of requests and replies that models speak here. */
export const wireNames = ["anthropic", "openai-chat", "openai-responses"] as const;

export type WireName = (typeof wireNames)[number];
