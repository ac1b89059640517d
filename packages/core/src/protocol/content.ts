import { z } from "zod";
import { idSchema } from "./id.ts";

export const blobId = z.string().regex(/^[0-9a-f]{64}$/, "expected a sha256");
export type BlobId = string;

export const textPart = z.object({ type: z.literal("text"), text: z.string() });
/** An image is a blob; its bytes are looked up only when a request is built or a screen shows it. */
export const imagePart = z.object({ type: z.literal("image"), blob: blobId, mediaType: z.string() });

export const inputPart = z.discriminatedUnion("type", [textPart, imagePart]);

/**
 * What a model thought. `opaque` is the provider's own form (signature, encrypted text), kept untouched and
 * sent back only to the wire and model that made it.
 */
export const reasoningPart = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  opaque: z.record(z.string(), z.unknown()).optional(),
});

/** The place of a call inside an assistant message; name and input stand in its `tool.called`. */
export const callPart = z.object({
  type: z.literal("call"),
  callId: idSchema("call"),
  opaque: z.record(z.string(), z.unknown()).optional(),
});

export const assistantPart = z.discriminatedUnion("type", [textPart, imagePart, reasoningPart, callPart]);

export type TextPart = z.infer<typeof textPart>;
export type ImagePart = z.infer<typeof imagePart>;
export type InputPart = z.infer<typeof inputPart>;
export type ReasoningPart = z.infer<typeof reasoningPart>;
export type CallPart = z.infer<typeof callPart>;
export type AssistantPart = z.infer<typeof assistantPart>;

/** The text of a list of parts, without images and reasoning. */
export function textOf(parts: readonly { type: string }[]): string {
  let text = "";
  for (const part of parts) if (part.type === "text" && "text" in part) text += String(part.text);
  return text;
}
