import {
  unspill,
  type AssistantPart,
  type CallView,
  type Entry,
  type ImagePart,
  type InputPart,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import type { ModelInput, ModelLimits, ModelMessage } from "../model/model.ts";
import { shortenResults, shownChars } from "./clear-results.ts";
import { buildStart } from "./context-start.ts";
import type { TokenMeter } from "./measure-text.ts";
import { wordReport } from "./tasks/word-result.ts";

/** One or more messages that may only stay or go together: a reply with the results of its calls, or a prompt. */
export interface ContextUnit {
  seq: number;
  /** What it is of; a `summary` and a `skill` may also stand for entries that are no longer in the context. */
  kind: "summary" | "skill" | "prompt" | "note" | "reply";
  messages: ModelMessage[];
  /** Stands before the entries, for those that were compacted: it stays. */
  isStart?: true;
  /** Calls whose results are never cleared: instructions of skills, answers of a person. */
  firm?: ReadonlySet<string>;
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

function isFirm(call: CallView): boolean {
  return call.answers !== undefined || (call.status === "ok" && call.details?.["skillId"] !== undefined);
}

async function toReply(
  calls: SessionView["calls"],
  entry: MessageEntry,
  blobs: BlobReader,
  readImage: ReadImage,
): Promise<ContextUnit> {
  const parts: AssistantPart[] = await unspill(entry.content, entry.blobs, "content", blobs.getText);
  const content: Extract<ModelMessage, { role: "assistant" }>["content"] = [];
  const results: ModelMessage[] = [];
  const firm = new Set<string>();
  for (const part of parts) {
    if (part.type === "image") {
      content.push(await readImage(part));
    } else if (part.type === "call") {
      const call = calls[part.callId];
      if (!call) continue;
      if (isFirm(call)) firm.add(call.callId);
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
  const reply: ModelMessage = { role: "assistant", model: entry.model, content };
  return {
    seq: entry.seq,
    kind: "reply",
    messages: [reply, ...results],
    ...(firm.size > 0 ? { firm } : {}),
  };
}

function userText(text: string): ModelMessage[] {
  return [{ role: "user", content: [{ type: "text", text }] }];
}

/** The units of these entries, whole. Failures and ends are for people. */
export async function toUnits(
  calls: SessionView["calls"],
  entries: readonly Entry[],
  blobs: BlobReader,
  t: Translate,
  limits: Pick<ModelLimits, "images">,
): Promise<ContextUnit[]> {
  const readImage: ReadImage = async ({ mediaType, blob }) =>
    limits.images
      ? { type: "image", mediaType, data: await blobs.getBlob(blob) }
      : { type: "text", text: t("prompt.unseenImage", { mediaType }) };
  const units: ContextUnit[] = [];
  for (const entry of entries) {
    const { seq } = entry;
    if (entry.kind === "prompt") {
      const content = await unspill(entry.content, entry.blobs, "content", blobs.getText);
      units.push({
        seq,
        kind: "prompt",
        messages: [{ role: "user", content: await toInput(content, readImage) }],
      });
    } else if (entry.kind === "note") {
      const text = await unspill(entry.text, entry.blobs, "text", blobs.getText);
      const told = entry.agent ? wordReport({ ...entry.agent, text }, t) : text;
      units.push({ seq, kind: "note", messages: userText(t("prompt.note", { text: told })) });
    } else if (entry.kind === "skill") {
      const text = await unspill(entry.text, entry.blobs, "text", blobs.getText);
      units.push({ seq, kind: "skill", messages: userText(text) });
    } else if (entry.kind === "message" && entry.content.length > 0) {
      units.push(await toReply(calls, entry, blobs, readImage));
    }
  }
  return units;
}

/**
 * What the model reads of a session, oldest first. Where it sees no images, a note stands for each. All is as it is
 * at the moment of the call, whatever comes in while blobs are read.
 */
export async function buildContext(
  view: SessionView,
  blobs: BlobReader,
  t: Translate,
  limits: Pick<ModelLimits, "images" | "context">,
  meter: TokenMeter,
): Promise<ContextUnit[]> {
  const { contextFrom, cleared } = view;
  const entries = view.entries.filter((entry) => entry.seq >= contextFrom);
  const starting = buildStart(view, blobs, t, limits, meter);
  const calls = { ...view.calls };
  const units = await toUnits(calls, entries, blobs, t, limits);
  const shown = units.map((unit) => {
    const chars = unit.kind === "reply" ? shownChars({ cleared }, unit.seq) : undefined;
    return chars === undefined ? unit : shortenResults(unit, chars, t);
  });
  return [...(await starting), ...shown];
}
