import type { ModelImage, ModelInput, ModelRequest } from "../model.ts";
import { isRecord, toJson, type JsonRecord } from "../read-json.ts";
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

/** Models from before there was reasoning refuse the fields that are about it. */
const withoutReasoning = /^(gpt-(3|4)|chatgpt-4o|gpt-5-chat)/;

function inputContent(part: ModelInput): JsonRecord {
  if (part.type === "text") return { type: "input_text", text: part.text };
  return { type: "input_image", image_url: toDataUrl(part) };
}

function userItem(parts: readonly ModelInput[]): JsonRecord {
  return { type: "message", role: "user", content: parts.map(inputContent) };
}

/** Reasoning is sent back as it came, in front of what followed from it; alone it would be refused. */
function assistantItems(message: AssistantMessage, target: WireTarget): JsonRecord[] {
  const items = message.content.flatMap((part): JsonRecord[] => {
    switch (part.type) {
      case "text":
        if (part.text === "") return [];
        return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: part.text }] }];
      case "reasoning": {
        const item = part.opaque?.["item"];
        return message.model === target.id && isRecord(item) ? [item] : [];
      }
      case "call": {
        const { callId, name, input } = part;
        return [{ type: "function_call", call_id: callId, name: toWireName(name), arguments: toJson(input) }];
      }
      default:
        return [];
    }
  });
  const last = items.findLastIndex((item) => item["type"] !== "reasoning");
  return items.slice(0, last + 1);
}

function buildInput(request: ModelRequest, target: WireTarget): JsonRecord[] {
  const apart = target.quirks.noImagesInToolResult === true;
  const items: JsonRecord[] = [];
  for (const turn of groupTurns(request.messages)) {
    if (turn.kind === "reply") {
      items.push(...assistantItems(turn.message, target));
      continue;
    }
    const images: ModelImage[] = [];
    for (const { callId, content } of turn.results) {
      const parts = readableParts(content, target.limits);
      const found = imagesOf(parts);
      const output = found.length > 0 && !apart ? parts.map(inputContent) : markedText(parts);
      items.push({ type: "function_call_output", call_id: callId, output });
      if (apart) images.push(...found);
    }
    const prompts = turn.prompts.map(({ content }) => readableParts(content, target.limits));
    items.push(...[images, ...prompts].filter((parts) => parts.length > 0).map(userItem));
  }
  return items;
}

export function buildResponsesRequest(request: ModelRequest, target: WireTarget): JsonRecord {
  const { maxOutputTokens, temperature, reasoningEffort } = request;
  const reasons = !withoutReasoning.test(target.model);
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }));
  return {
    model: target.model,
    stream: true,
    store: false,
    ...(request.system === "" ? {} : { instructions: request.system }),
    input: buildInput(request, target),
    ...(tools.length > 0 ? { tools } : {}),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(temperature === undefined || reasons
      ? {}
      : { temperature: clampTemperature(temperature, target.quirks.maxTemperature) }),
    ...(reasons ? { include: ["reasoning.encrypted_content"] } : {}),
    ...(reasons && reasoningEffort !== undefined
      ? { reasoning: { effort: reasoningEffort, summary: "auto" } }
      : {}),
  };
}
