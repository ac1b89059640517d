import type { ModelEvent, ReplyPart } from "../../model/model.ts";
import { SkillmintError } from "../../protocol/index.ts";
import type { RecordedPart, ReplyRecord, StreamGroup } from "./format.ts";
import { mapTexts } from "./json.ts";
import type { Placeholders } from "./placeholders.ts";

type Delta = Extract<ModelEvent, { delta: string }>;
type End = Exclude<ModelEvent, Delta>;
export type ReplyBody = Pick<ReplyRecord, "content" | "stop" | "usage" | "error" | "retryAfterMs" | "stream">;

function isSame(a: Delta, b: Delta): boolean {
  if (a.type !== b.type) return false;
  return a.type !== "call" || (b.type === "call" && a.index === b.index && a.name === b.name);
}

function groupDeltas(events: readonly ModelEvent[]): Delta[][] {
  const groups: Delta[][] = [];
  for (const event of events) {
    if (!("delta" in event)) continue;
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && isSame(first, event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** The texts of a reply's parts in the order of their kind: what its stream consisted of, unless it says otherwise. */
function createTexts(content: readonly RecordedPart[]): (type: StreamGroup["type"]) => string | undefined {
  const texts = {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    reasoning: content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])),
    call: content.flatMap((part) => (part.type === "call" ? [JSON.stringify(part.input)] : [])),
  };
  return (type) => texts[type].shift();
}

/** A reply as the file holds it: its content once, and how it came as the lengths of its pieces. */
export function encodeReply(events: readonly ModelEvent[], end: End, placeholders: Placeholders): ReplyBody {
  const content = end.content.map((part) => encodePart(part, placeholders));
  const nextText = createTexts(content);
  const stream = groupDeltas(events).map((group): StreamGroup => {
    const [first] = group;
    const type = first?.type ?? "text";
    const pieces = placeholders.hidePieces(
      group.map(({ delta }) => delta),
      type === "call",
    );
    const text = pieces.join("");
    return {
      type,
      ...(first?.type === "call" ? { index: first.index, name: first.name } : {}),
      sizes: pieces.map((piece) => piece.length),
      ...(nextText(type) === text ? {} : { text }),
    };
  });
  const common = { content, stream, ...(end.usage ? { usage: end.usage } : {}) };
  if (end.type === "finished") return { ...common, stop: end.stop };
  const { error, retryAfterMs } = end;
  const problem = mapTexts(error.toProblem(), placeholders.hide);
  return {
    ...common,
    error: { ...problem, code: error.code, retryable: error.retryable },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function encodePart(part: ReplyPart, { hide }: Placeholders): RecordedPart {
  return part.type === "image" ? part : mapTexts(part, hide);
}

/** The events of a recorded reply, with what is of this machine put in. They come without any delay. */
export function decodeReply(reply: ReplyBody, placeholders: Placeholders): ModelEvent[] {
  const { restore, restoreJson } = placeholders;
  const nextText = createTexts(reply.content);
  const deltas = reply.stream.flatMap((group) => {
    const recorded = nextText(group.type) ?? "";
    const text = group.text ?? recorded;
    let at = 0;
    return group.sizes.map((size): Delta => {
      const piece = text.slice(at, at + size);
      at += size;
      return group.type === "call"
        ? { type: "call", index: group.index ?? 0, name: group.name ?? "", delta: restoreJson(piece) }
        : { type: group.type, delta: restore(piece) };
    });
  });
  return [...deltas, decodeEnd(reply, placeholders)];
}

function decodeEnd(reply: ReplyBody, { restore }: Placeholders): End {
  const content: ReplyPart[] = reply.content.map((part) => toPart(mapTexts(part, restore)));
  const { error, usage } = reply;
  if (error === undefined) {
    return { type: "finished", content, stop: reply.stop ?? "end", usage: usage ?? { input: 0, output: 0 } };
  }
  const { code, params, detail, retryable } = mapTexts(error, restore);
  return {
    type: "failed",
    content,
    error: new SkillmintError(code, {
      ...(params ? { params } : {}),
      ...(detail === undefined ? {} : { detail }),
      ...(retryable === undefined ? {} : { retryable }),
    }),
    ...(usage ? { usage } : {}),
    // A replay waits for nobody; a wish that was too long to be waited for still is.
    ...(reply.retryAfterMs === undefined ? {} : { retryAfterMs: reply.retryAfterMs }),
  };
}

function toPart(part: RecordedPart): ReplyPart {
  if (part.type === "text" || part.type === "image") return part;
  const opaque = part.opaque ? { opaque: part.opaque } : {};
  if (part.type === "reasoning") return { type: "reasoning", text: part.text, ...opaque };
  const { name, input, defect } = part;
  return { type: "call", name, input, ...(defect ? { defect } : {}), ...opaque };
}
