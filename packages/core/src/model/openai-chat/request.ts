import type { ModelImage, ModelInput, ModelRequest } from "../model.ts";
import { toJson, type JsonRecord } from "../read-json.ts";
import {
  clampTemperature,
  groupTurns,
  imagesOf,
  markedText,
  readableParts,
  toDataUrl,
  toWireName,
  type AssistantMessage,
} from "../wire-content.ts";
import type { WireTarget } from "../wire-format.ts";

const cacheMark = { type: "ephemeral" };
const cachedMessages = 2;

/** Nine letters or digits, the same for the same id: FNV-1a over its characters. */
function shortId(callId: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of callId) {
    hash ^= BigInt(character.codePointAt(0) ?? 0);
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return (hash % 36n ** 9n).toString(36).padStart(9, "0");
}

function wireId(callId: string, target: WireTarget): string {
  return target.quirks.shortCallIds === true ? shortId(callId) : callId;
}

function imagePart(image: ModelImage): JsonRecord {
  return { type: "image_url", image_url: { url: toDataUrl(image) } };
}

function userMessage(parts: readonly ModelInput[]): JsonRecord {
  const [only, ...more] = parts;
  if (only?.type === "text" && more.length === 0) return { role: "user", content: only.text };
  const content = parts.map((part) =>
    part.type === "text" ? { type: "text", text: part.text } : imagePart(part),
  );
  return { role: "user", content };
}

/** What the model thought goes back in the field its provider asks for, and only to the model that thought it. */
function reasoningFields(message: AssistantMessage, target: WireTarget, hasCalls: boolean): JsonRecord {
  const field = target.quirks.reasoningBack ?? "none";
  const parts =
    message.model === target.id ? message.content.filter((part) => part.type === "reasoning") : [];
  const details = parts.flatMap(({ opaque }) => {
    const list = opaque?.["reasoningDetails"];
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
  const text = parts.map((part) => part.text).join("");
  // A thinking model's call without this field is refused, even where it thought nothing.
  const required = field === "reasoning_content" && hasCalls;
  return {
    ...(field !== "none" && (text !== "" || required) ? { [field]: text } : {}),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
  };
}

function assistantMessage(message: AssistantMessage, target: WireTarget): JsonRecord[] {
  const texts = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const calls = message.content.flatMap((part): JsonRecord[] => {
    if (part.type !== "call") return [];
    const extra = message.model === target.id ? part.opaque?.["extraContent"] : undefined;
    return [
      {
        id: wireId(part.callId, target),
        type: "function",
        function: { name: toWireName(part.name), arguments: toJson(part.input) },
        ...(extra === undefined ? {} : { extra_content: extra }),
      },
    ];
  });
  const text = texts.join("");
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      ...reasoningFields(message, target, calls.length > 0),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}

function buildMessages(request: ModelRequest, target: WireTarget): JsonRecord[] {
  const messages: JsonRecord[] = request.system === "" ? [] : [{ role: "system", content: request.system }];
  for (const turn of groupTurns(request.messages)) {
    if (turn.kind === "reply") {
      messages.push(...assistantMessage(turn.message, target));
      continue;
    }
    const images: ModelImage[] = [];
    for (const { callId, content } of turn.results) {
      const parts = readableParts(content, target.limits);
      messages.push({ role: "tool", tool_call_id: wireId(callId, target), content: markedText(parts) });
      images.push(...imagesOf(parts));
    }
    const prompts = turn.prompts.map(({ content }) => readableParts(content, target.limits));
    messages.push(...[images, ...prompts].filter((parts) => parts.length > 0).map(userMessage));
  }
  return messages;
}

function markMessage(message: JsonRecord): void {
  const { content } = message;
  const parts: JsonRecord[] =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  const last = parts.findLast((part) => part["type"] === "text");
  if (!last || last["text"] === "") return;
  last["cache_control"] = cacheMark;
  message["content"] = parts;
}

function markMessages(messages: JsonRecord[]): void {
  const system = messages[0];
  if (system?.["role"] === "system") markMessage(system);
  const users = messages.filter(({ role }) => role === "user" || role === "tool");
  for (const message of users.slice(-cachedMessages)) markMessage(message);
}

function effortFields(request: ModelRequest, target: WireTarget): JsonRecord {
  const effort = request.reasoningEffort;
  if (effort === undefined) return {};
  if (target.quirks.reasoningEffort === "reasoning_effort") return { reasoning_effort: effort };
  return target.quirks.reasoningEffort === "reasoning" ? { reasoning: { effort } } : {};
}

/** OpenAI's first reasoning models refuse the parameter that all others take. */
const sequentialModel = /(^|\/)o\d/;

export function buildChatRequest(request: ModelRequest, target: WireTarget): JsonRecord {
  const { quirks } = target;
  const messages = buildMessages(request, target);
  if (quirks.cacheMarks === true) markMessages(messages);
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
  const parallel =
    tools.length > 0 && quirks.noParallelToolCalls !== true && !sequentialModel.test(target.model);
  const { maxOutputTokens, temperature } = request;
  return {
    model: target.model,
    stream: true,
    ...(quirks.noStreamOptions === true ? {} : { stream_options: { include_usage: true } }),
    ...(maxOutputTokens === undefined ? {} : { [quirks.maxTokensField ?? "max_tokens"]: maxOutputTokens }),
    ...(temperature === undefined
      ? {}
      : { temperature: clampTemperature(temperature, quirks.maxTemperature) }),
    ...effortFields(request, target),
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...(parallel ? { parallel_tool_calls: true } : {}),
  };
}
