import {
  unspill,
  type AssistantPart,
  type Entry,
  type ImagePart,
  type InputPart,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import type { ModelInput, ModelLimits, ModelMessage } from "../model/model.ts";

/** One or more messages that may only stay or go together: a reply with the results of its calls, or a prompt. */
export interface ContextUnit {
  seq: number;
  messages: ModelMessage[];
}

export interface BlobReader {
  getBlob(blob: string): Promise<Uint8Array>;
  getText(blob: string): Promise<string>;
}

type MessageEntry = Extract<Entry, { kind: "message" }>;

/** Turns an image into what the model can read of it. */
type ReadImage = (part: ImagePart) => Promise<ModelInput>;

function toInput(parts: readonly InputPart[], readImage: ReadImage): Promise<ModelInput[]> {
  return Promise.all(parts.map(async (part) => (part.type === "text" ? part : readImage(part))));
}

async function toReply(
  view: SessionView,
  entry: MessageEntry,
  blobs: BlobReader,
  readImage: ReadImage,
): Promise<ModelMessage[]> {
  const parts: AssistantPart[] = await unspill(entry.content, entry.blobs, "content", blobs.getText);
  const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [];
  const results: ModelMessage[] = [];
  for (const part of parts) {
    if (part.type === "image") {
      content.push(await readImage(part));
    } else if (part.type === "call") {
      const call = view.calls[part.callId];
      if (!call) continue;
      const input = await unspill(call.input, call.blobs, "input", blobs.getText);
      content.push({
        type: "call",
        callId: call.callId,
        name: call.name,
        input,
        ...(part.opaque ? { opaque: part.opaque } : {}),
      });
      const result = await unspill(call.content ?? [], call.resultBlobs, "content", blobs.getText);
      results.push({
        role: "tool",
        callId: call.callId,
        name: call.name,
        isError: call.status !== "ok",
        content: await toInput(result, readImage),
      });
    } else {
      content.push(part);
    }
  }
  return [{ role: "assistant", model: entry.model, content }, ...results];
}

function userText(seq: number, text: string): ContextUnit {
  return { seq, messages: [{ role: "user", content: [{ type: "text", text }] }] };
}

/**
 * What the model reads of a session, oldest first. Failures and ends are for people. Where it sees no images, a note
 * stands for each. The entries are those of the moment of the call, whatever comes in while blobs are read.
 */
export async function buildContext(
  view: SessionView,
  blobs: BlobReader,
  t: Translate,
  limits: Pick<ModelLimits, "images">,
): Promise<ContextUnit[]> {
  const readImage: ReadImage = async ({ mediaType, blob }) =>
    limits.images
      ? { type: "image", mediaType, data: await blobs.getBlob(blob) }
      : { type: "text", text: t("prompt.unseenImage", { mediaType }) };
  const entries = [...view.entries];
  const units: ContextUnit[] = [];
  if (view.summary !== undefined)
    units.push(userText(view.contextFrom, t("prompt.summary", { summary: view.summary })));
  for (const entry of entries) {
    if (entry.seq < view.contextFrom) continue;
    if (entry.kind === "prompt") {
      const content = await unspill(entry.content, entry.blobs, "content", blobs.getText);
      units.push({
        seq: entry.seq,
        messages: [{ role: "user", content: await toInput(content, readImage) }],
      });
    } else if (entry.kind === "note") {
      const text = await unspill(entry.text, entry.blobs, "text", blobs.getText);
      units.push(userText(entry.seq, t("prompt.note", { text })));
    } else if (entry.kind === "skill") {
      units.push(userText(entry.seq, await unspill(entry.text, entry.blobs, "text", blobs.getText)));
    } else if (entry.kind === "message" && entry.content.length > 0) {
      units.push({ seq: entry.seq, messages: await toReply(view, entry, blobs, readImage) });
    }
  }
  return units;
}
