import type { ModelMessage } from "../model/model.ts";
import {
  cutText,
  textOf,
  unspill,
  type CallView,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import { outputPath } from "../tool/bound.ts";
import type { BlobReader, ContextUnit } from "./context.ts";
import { countImages, imageTokens, type TokenMeter } from "./measure-text.ts";

/** What stands for a cleared result is about so long: shorter ones stay. */
const noteChars = 200;
/** The results of so many newest replies stay as long as clearing others is enough. */
const keptReplies = 3;

/** How much of the results of a reply is in the context; all of it where that is undefined. */
export function shownChars(view: Pick<SessionView, "cleared">, seq: number): number | undefined {
  const chars = view.cleared.flatMap((rule) => (seq < rule.before ? [rule.chars] : []));
  return chars.length === 0 ? undefined : Math.min(...chars);
}

/**
 * The same reply with so many characters of each result, and where the rest is found. Results that must stay
 * (instructions of skills, answers of a person) and short ones are left alone, so nothing ever gets longer.
 */
export function shortenResults(unit: ContextUnit, chars: number, t: Translate): ContextUnit {
  const messages = unit.messages.map((message): ModelMessage => {
    if (message.role !== "tool" || unit.firm?.has(message.callId)) return message;
    const text = textOf(message.content);
    const images = countImages(message);
    const isLong = text.length > chars + noteChars;
    if (!isLong && images === 0) return message;
    const head = isLong ? cutText(text, chars) : text;
    const lines = [
      ...(head === "" ? [] : [head]),
      ...(isLong
        ? [
            t("context.resultCleared", {
              chars: text.length - head.length,
              path: outputPath(message.callId),
            }),
          ]
        : []),
      ...(images > 0 ? [t("context.imagesCleared", { count: images })] : []),
    ];
    return { ...message, content: [{ type: "text", text: lines.join("\n") }] };
  });
  return { ...unit, messages };
}

/** The whole result of a call, for who reads it again; nothing where it has none yet. */
export async function readResult(call: CallView, blobs: BlobReader): Promise<Uint8Array | undefined> {
  if (call.fullOutput) return blobs.getBlob(call.fullOutput.blob);
  if (call.state !== "settled") return undefined;
  const content = await unspill(call.content ?? [], call.resultBlobs, "content", blobs.getText);
  return new TextEncoder().encode(textOf(content));
}

export interface ContextSizes {
  /** Of each unit, in tokens. */
  sizes: readonly number[];
  total: number;
  /** What all units together may take. */
  room: number;
  /** Tokens of the model's own counting for one estimated token. */
  scale: number;
}

export interface Clearing {
  before: number;
  chars: number;
}

/** How many characters a clearing takes out of the context. */
export function countFreed(units: readonly ContextUnit[], { before, chars }: Clearing, t: Translate): number {
  const lengthOf = ({ messages }: ContextUnit): number =>
    messages.reduce(
      (sum, message) => sum + (message.role === "tool" ? textOf(message.content).length : 0),
      0,
    );
  return units
    .filter((unit) => unit.kind === "reply" && unit.seq < before)
    .reduce((sum, unit) => sum + lengthOf(unit) - lengthOf(shortenResults(unit, chars, t)), 0);
}

/** Where clearing begins it goes on to this share of the room: what is cached is lost once, not with every reply. */
const targetShare = 0.5;

/**
 * Which results to clear, the oldest first, so that at most `enough` tokens are left. The results of the newest
 * reply stay: the model has not read them yet. Nothing where that cannot be reached.
 */
export async function planClearing(
  units: readonly ContextUnit[],
  { sizes, total, room, scale }: ContextSizes,
  enough: number,
  meter: TokenMeter,
  t: Translate,
): Promise<Clearing | undefined> {
  const replies = units.flatMap((unit, index) => (unit.kind === "reply" ? [{ unit, index }] : []));
  let left = total;
  let before: number | undefined;
  let mayTakeRecent = false;
  for (const [place, { unit, index }] of replies.slice(0, -1).entries()) {
    const isRecent = place >= replies.length - keptReplies;
    if (isRecent && !mayTakeRecent && left <= Math.min(room, enough)) break;
    mayTakeRecent ||= isRecent;
    if (left <= room * targetShare) break;
    const size = (await meter.messages(shortenResults(unit, 0, t).messages)) * scale;
    const saved = (sizes[index] ?? 0) - size;
    if (saved < 1) continue;
    left -= saved;
    before = unit.seq + 1;
  }
  return before !== undefined && left <= enough ? { before, chars: 0 } : undefined;
}

/**
 * How many characters of each result of the newest reply can stay, where that reply alone is too much. Its images go:
 * the model can look at fewer of them.
 */
export function planShortening(
  units: readonly ContextUnit[],
  { sizes, total, room, scale }: ContextSizes,
): Clearing | undefined {
  const index = units.findLastIndex((unit) => unit.kind === "reply");
  const unit = units[index];
  if (!unit) return undefined;
  const results = unit.messages.filter(
    (message) => message.role === "tool" && !unit.firm?.has(message.callId),
  );
  const lengths = results.map((message) => textOf(message.content).length);
  const images = results.reduce((sum, message) => sum + countImages(message), 0);
  const chars = lengths.reduce((sum, length) => sum + length, 0);
  const size = sizes[index] ?? 0;
  const tokens = Math.max(1, size - images * imageTokens * scale);
  const wanted = Math.max(0, (room * 0.9 - (total - size)) / tokens) * chars - lengths.length * noteChars;
  let low = 0;
  let high = Math.max(0, ...lengths);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const sum = lengths.reduce((all, length) => all + Math.min(length, middle), 0);
    if (sum <= wanted) low = middle;
    else high = middle - 1;
  }
  return images > 0 || lengths.some((length) => length > low + noteChars)
    ? { before: unit.seq + 1, chars: low }
    : undefined;
}
