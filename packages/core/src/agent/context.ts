import {
  unspill,
  type AssistantPart,
  type Entry,
  type InputPart,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import type { ModelInput, ModelMessage } from "../model/model.ts";

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

async function toInput(parts: readonly InputPart[], blobs: BlobReader): Promise<ModelInput[]> {
  return Promise.all(
    parts.map(async (part) =>
      part.type === "text"
        ? part
        : { type: "image" as const, mediaType: part.mediaType, data: await blobs.getBlob(part.blob) },
    ),
  );
}

async function toReply(view: SessionView, entry: MessageEntry, blobs: BlobReader): Promise<ModelMessage[]> {
  const parts: AssistantPart[] = await unspill(entry.content, entry.blobs, "content", blobs.getText);
  const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [];
  const results: ModelMessage[] = [];
  for (const part of parts) {
    if (part.type === "image") {
      content.push({ type: "image", mediaType: part.mediaType, data: await blobs.getBlob(part.blob) });
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
        content: await toInput(result, blobs),
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
 * What the model reads of a session, oldest first. Failures and ends are for people. The entries are those of
 * the moment of the call, whatever comes in while blobs are read.
 */
export async function buildContext(
  view: SessionView,
  blobs: BlobReader,
  t: Translate,
): Promise<ContextUnit[]> {
  const entries = [...view.entries];
  const units: ContextUnit[] = [];
  if (view.summary !== undefined)
    units.push(userText(view.contextFrom, t("prompt.summary", { summary: view.summary })));
  for (const entry of entries) {
    if (entry.seq < view.contextFrom) continue;
    if (entry.kind === "prompt") {
      const content = await unspill(entry.content, entry.blobs, "content", blobs.getText);
      units.push({ seq: entry.seq, messages: [{ role: "user", content: await toInput(content, blobs) }] });
    } else if (entry.kind === "note") {
      units.push(userText(entry.seq, t("prompt.note", { text: entry.text })));
    } else if (entry.kind === "message" && entry.content.length > 0) {
      units.push({ seq: entry.seq, messages: await toReply(view, entry, blobs) });
    }
  }
  return units;
}
