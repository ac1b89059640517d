import type { ReasoningPart } from "../protocol/index.ts";
import type { ModelCall, ModelImage, ModelInput, ModelRequest } from "./model.ts";
import { isRecord, type JsonRecord } from "./read-json.ts";
import {
  groupTurns,
  imagesOf,
  markedText,
  toBase64,
  toWireName,
  type AssistantMessage,
  type ToolMessage,
} from "./wire-content.ts";

/** The generations of the AI SDK's language model interface; they differ in how files are written down. */
export type Specification = "v2" | "v3" | "v4";

function filePart(image: ModelImage, specification: Specification): JsonRecord {
  const data = specification === "v4" ? { type: "data", data: image.data } : image.data;
  return { type: "file", mediaType: image.mediaType, data };
}

function resultImage(image: ModelImage, specification: Specification): JsonRecord {
  const data = toBase64(image);
  const { mediaType } = image;
  if (specification === "v2") return { type: "media", data, mediaType };
  if (specification === "v3") return { type: "image-data", data, mediaType };
  return { type: "file", data: { type: "data", data }, mediaType };
}

function inputPart(part: ModelInput, specification: Specification): JsonRecord {
  return part.type === "text" ? { type: "text", text: part.text } : filePart(part, specification);
}

function ownOptions(part: ReasoningPart | ModelCall, sameModel: boolean): JsonRecord {
  const providerOptions = part.opaque?.["providerOptions"];
  return sameModel && isRecord(providerOptions) ? { providerOptions } : {};
}

function assistantParts(message: AssistantMessage, id: string, specification: Specification): JsonRecord[] {
  const same = message.model === id;
  return message.content.flatMap((part): JsonRecord[] => {
    switch (part.type) {
      case "text":
        return part.text === "" ? [] : [{ type: "text", text: part.text }];
      case "reasoning":
        return same ? [{ type: "reasoning", text: part.text, ...ownOptions(part, same) }] : [];
      case "call": {
        const { callId, name, input } = part;
        const call = { type: "tool-call", toolCallId: callId, toolName: toWireName(name), input };
        return [{ ...call, ...ownOptions(part, same) }];
      }
      default:
        return [filePart(part, specification)];
    }
  });
}

function resultPart(message: ToolMessage, specification: Specification): JsonRecord {
  const { callId, name, content, isError } = message;
  const hasImages = imagesOf(content).length > 0;
  const output =
    hasImages && !isError
      ? {
          type: "content",
          value: content.map((part) => (part.type === "text" ? part : resultImage(part, specification))),
        }
      : { type: isError ? "error-text" : "text", value: markedText(content) };
  return { type: "tool-result", toolCallId: callId, toolName: toWireName(name), output };
}

/** The conversation as the AI SDK's `prompt`. Results of one turn stand in one message. */
export function buildAiSdkPrompt(
  request: ModelRequest,
  id: string,
  specification: Specification,
): JsonRecord[] {
  const prompt: JsonRecord[] = request.system === "" ? [] : [{ role: "system", content: request.system }];
  function add(role: "user" | "assistant" | "tool", content: JsonRecord[]): void {
    if (content.length > 0) prompt.push({ role, content });
  }
  for (const turn of groupTurns(request.messages)) {
    if (turn.kind === "reply") {
      add("assistant", assistantParts(turn.message, id, specification));
      continue;
    }
    add(
      "tool",
      turn.results.map((message) => resultPart(message, specification)),
    );
    for (const { content } of turn.prompts)
      add(
        "user",
        content.map((part) => inputPart(part, specification)),
      );
  }
  return prompt;
}
