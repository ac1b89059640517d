import type { ReasoningPart } from "../../protocol/index.ts";
import type { ModelInput, ModelRequest } from "../model.ts";
import type { JsonRecord } from "../read-json.ts";
import {
  clampTemperature,
  groupTurns,
  imagesOf,
  markedText,
  readableParts,
  toBase64,
  toWireName,
  type AssistantMessage,
  type ToolMessage,
  type UserMessage,
} from "../wire-content.ts";
import type { WireTarget } from "../wire-format.ts";

interface WireMessage {
  role: "user" | "assistant";
  content: JsonRecord[];
}

const cacheMark = { type: "ephemeral" };
const cachedMessages = 2;

function inputBlock(part: ModelInput): JsonRecord {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data: toBase64(part) } };
}

function reasoningBlock(part: ReasoningPart): JsonRecord[] {
  const { signature, redacted } = part.opaque ?? {};
  if (typeof redacted === "string") return [{ type: "redacted_thinking", data: redacted }];
  return typeof signature === "string" ? [{ type: "thinking", thinking: part.text, signature }] : [];
}

function assistantBlocks(message: AssistantMessage, target: WireTarget): JsonRecord[] {
  return message.content.flatMap((part): JsonRecord[] => {
    switch (part.type) {
      case "text":
        return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
      case "reasoning":
        return message.model === target.id ? reasoningBlock(part) : [];
      case "call":
        return [{ type: "tool_use", id: part.callId, name: toWireName(part.name), input: part.input }];
      default:
        return [];
    }
  });
}

function resultBlock(message: ToolMessage, target: WireTarget): JsonRecord {
  const parts = readableParts(message.content, target.limits);
  const apart = target.quirks.noImagesInToolResult === true && imagesOf(parts).length > 0;
  const content = apart ? [{ type: "text", text: markedText(parts) }] : parts.map(inputBlock);
  // An error without a word about it is refused.
  if (message.isError && content.length === 0) content.push({ type: "text", text: "error" });
  return {
    type: "tool_result",
    tool_use_id: message.callId,
    ...(content.length > 0 ? { content } : {}),
    ...(message.isError ? { is_error: true } : {}),
  };
}

/** One user message for all that stands between two replies: the results first, then what came beside them. */
function userBlocks(results: ToolMessage[], prompts: UserMessage[], target: WireTarget): JsonRecord[] {
  const apart = target.quirks.noImagesInToolResult === true;
  const images = apart
    ? results.flatMap(({ content }) => imagesOf(readableParts(content, target.limits)))
    : [];
  const said = prompts.flatMap(({ content }) => readableParts(content, target.limits));
  return [...results.map((result) => resultBlock(result, target)), ...[...images, ...said].map(inputBlock)];
}

function buildMessages(request: ModelRequest, target: WireTarget): WireMessage[] {
  const messages: WireMessage[] = [];
  for (const turn of groupTurns(request.messages)) {
    const role = turn.kind === "reply" ? "assistant" : "user";
    const content =
      turn.kind === "reply"
        ? assistantBlocks(turn.message, target)
        : userBlocks(turn.results, turn.prompts, target);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) messages.push({ role, content });
  }
  return messages;
}

function markLast(blocks: JsonRecord[] | undefined): void {
  const last = blocks?.at(-1);
  if (last) last["cache_control"] = cacheMark;
}

const budgets = { low: 2_048, medium: 8_192, high: 24_576 };
const withoutThinking = /claude-(2|instant|3-(opus|sonnet|haiku|5))/;
const withBudget = /claude-(3-7-|(opus|sonnet|haiku)-4(-[015])?(-(\d{8}|latest))?$)/;

/** Where thinking has a budget, a reply that is being continued must have begun with a thought. */
function mayThink(messages: readonly WireMessage[]): boolean {
  const reply = messages.findLast((message) => message.role === "assistant");
  if (!reply || messages.at(-1)?.content[0]?.["type"] !== "tool_result") return true;
  return /thinking/.test(String(reply.content[0]?.["type"]));
}

function buildThinking(
  request: ModelRequest,
  target: WireTarget,
  messages: WireMessage[],
  limit: number,
): JsonRecord {
  const effort = request.reasoningEffort;
  if (effort === undefined || withoutThinking.test(target.model)) return {};
  if (!withBudget.test(target.model)) return { thinking: { type: "adaptive" }, output_config: { effort } };
  const budget = Math.min(budgets[effort], Math.floor(limit / 2));
  if (budget < 1_024 || !mayThink(messages)) return {};
  return { thinking: { type: "enabled", budget_tokens: budget } };
}

export function buildAnthropicRequest(request: ModelRequest, target: WireTarget): JsonRecord {
  const limit = request.maxOutputTokens ?? target.limits.output;
  const messages = buildMessages(request, target);
  const system: JsonRecord[] = request.system.trim() === "" ? [] : [{ type: "text", text: request.system }];
  const tools = request.tools.map((tool): JsonRecord => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema,
  }));
  if (target.quirks.cacheMarks === true) {
    markLast(tools);
    markLast(system);
    const users = messages.filter((message) => message.role === "user");
    for (const message of users.slice(-cachedMessages)) markLast(message.content);
  }
  const thinking = buildThinking(request, target, messages, limit);
  const { temperature } = request;
  const cooled = temperature === undefined || "thinking" in thinking ? undefined : temperature;
  return {
    model: target.model,
    max_tokens: limit,
    stream: true,
    ...(system.length > 0 ? { system } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    messages,
    ...thinking,
    ...(cooled === undefined ? {} : { temperature: clampTemperature(cooled, target.quirks.maxTemperature) }),
  };
}
