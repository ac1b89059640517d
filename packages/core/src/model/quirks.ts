/**
 * Where a provider leaves its wire's common behaviour. An absent field means the common behaviour:
 * knowing a provider's quirks is knowing everything that a wire does differently for it.
 */
export interface WireQuirks {
  /** OpenAI chat: the field that limits the reply. Default `max_tokens`. */
  maxTokensField?: "max_tokens" | "max_completion_tokens";
  /** OpenAI chat: the field of an assistant message that takes its reasoning back. Default `none`: it is left out. */
  reasoningBack?: "reasoning_content" | "reasoning" | "none";
  /** Text may start with `<think>…</think>`, which is reasoning. */
  inlineThink?: boolean;
  /** A higher temperature is lowered to this one. */
  maxTemperature?: number;
  /** Call ids sent back must be exactly nine letters or digits. */
  shortCallIds?: boolean;
  /** OpenAI chat: `stream_options` is refused; usage comes unasked or not at all. */
  noStreamOptions?: boolean;
  /** `parallel_tool_calls` is refused and is not sent. */
  noParallelToolCalls?: boolean;
  /** `cache_control` marks are understood; without this none are sent. */
  cacheMarks?: boolean;
  /** Tool results carry text only: their images follow in a user message. */
  noImagesInToolResult?: boolean;
  /** OpenAI chat: how a wish for more or less reasoning is sent. Default `none`: it is not sent. */
  reasoningEffort?: "reasoning_effort" | "reasoning" | "none";
}
