import type { TextPart } from "../protocol/index.ts";
import type { ModelImage, ModelInput, ModelLimits, ModelMessage } from "./model.ts";

export function toBase64(image: ModelImage): string {
  const { buffer, byteOffset, byteLength } = image.data;
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

export function toDataUrl(image: ModelImage): string {
  return `data:${image.mediaType};base64,${toBase64(image)}`;
}

/** What stands for an image where it cannot be sent itself. */
export function imageMark(image: ModelImage): TextPart {
  return { type: "text", text: `[${image.mediaType}]` };
}

/** The parts that a model can read: without blank text, and with a mark for each image where it reads none. */
export function readableParts(parts: readonly ModelInput[], limits: ModelLimits): ModelInput[] {
  return parts
    .map((part) => (part.type === "image" && !limits.images ? imageMark(part) : part))
    .filter((part) => part.type === "image" || part.text.trim() !== "");
}

export function imagesOf(parts: readonly ModelInput[]): ModelImage[] {
  return parts.filter((part) => part.type === "image");
}

/** The text of a result whose images are sent apart, with a mark where each of them stood. */
export function markedText(parts: readonly ModelInput[]): string {
  return parts.map((part) => (part.type === "image" ? imageMark(part).text : part.text)).join("\n");
}

/** Providers refuse a whole request for one odd name of a call, and models do invent names. */
export function toWireName(name: string): string {
  const safe = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return safe === "" ? "unknown" : safe;
}

/** Adds the endpoint to a base URL unless it is there already; a query stays at the end. */
export function joinUrl(baseUrl: string, endpoint: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith(endpoint) ? path : `${path}${endpoint}`;
  return url.href;
}

export function clampTemperature(temperature: number, highest: number | undefined): number {
  return highest === undefined ? temperature : Math.min(temperature, highest);
}

export type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
export type ToolMessage = Extract<ModelMessage, { role: "tool" }>;
export type UserMessage = Extract<ModelMessage, { role: "user" }>;

/** A reply, or all that stands between two replies. */
export type Turn =
  | { kind: "reply"; message: AssistantMessage }
  | { kind: "input"; results: ToolMessage[]; prompts: UserMessage[] };

/** Results must follow their calls at once, so that what came between them is put behind them. */
export function groupTurns(messages: readonly ModelMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      turns.push({ kind: "reply", message });
      continue;
    }
    let turn = turns.at(-1);
    if (turn?.kind !== "input") turns.push((turn = { kind: "input", results: [], prompts: [] }));
    if (message.role === "tool") turn.results.push(message);
    else turn.prompts.push(message);
  }
  return turns;
}
