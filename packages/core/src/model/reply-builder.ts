import type { ReasoningPart, StopReason, TextPart } from "../protocol/index.ts";
import { readArguments, type Completeness } from "./call-arguments.ts";
import type { ModelEvent, ModelImage, ReplyPart } from "./model.ts";

/** A call while it arrives. `closed`: the provider said that its arguments are complete. */
export interface CallDraft {
  type: "call";
  index: number;
  name: string;
  text: string;
  closed: boolean;
  opaque?: Record<string, unknown>;
}

/** How the reply ended: as it should, at its length limit, or not at all. */
export type Ending = "complete" | "length" | "broken";

/** Collects a reply from its deltas, in the order in which its parts began, and gives the events for them. */
export interface ReplyBuilder {
  readonly calls: readonly CallDraft[];
  readonly isEmpty: boolean;
  text(delta: string): ModelEvent[];
  /** Goes on with the last reasoning part if that is the last part, else opens one. */
  reasoning(delta: string): ModelEvent[];
  /** Opens a reasoning part of its own; `grow` appends to it wherever it stands. */
  openReasoning(): ReasoningPart;
  grow(part: ReasoningPart, delta: string): ModelEvent[];
  /** The part that stands last if it is reasoning, else the newest one, else a new one. */
  lastReasoning(): ReasoningPart;
  image(image: ModelImage): void;
  openCall(name: string): CallDraft;
  extend(call: CallDraft, delta: string): ModelEvent[];
  content(ending: Ending): ReplyPart[];
  /** What the stop reason amounts to, given the calls that there are. */
  settle(stop: StopReason): StopReason;
}

type Draft = TextPart | ReasoningPart | ModelImage | CallDraft;

function completenessOf(call: CallDraft, isLast: boolean, ending: Ending): Completeness {
  if (ending === "broken") return call.closed ? "whole" : "cut";
  if (ending === "length" && (isLast || call.text.trim() !== "")) return "may-be-cut";
  return "whole";
}

function closePart(part: Draft, isLast: boolean, ending: Ending): ReplyPart[] {
  if (part.type === "text") return part.text === "" ? [] : [part];
  if (part.type === "reasoning") return part.text === "" && !part.opaque ? [] : [part];
  if (part.type === "image") return [part];
  const { name, text, opaque } = part;
  const read = readArguments(text, completenessOf(part, isLast, ending));
  return [{ type: "call", name, ...read, ...(opaque ? { opaque } : {}) }];
}

export function createReplyBuilder(): ReplyBuilder {
  const parts: Draft[] = [];
  const calls: CallDraft[] = [];

  function openReasoning(): ReasoningPart {
    const part: ReasoningPart = { type: "reasoning", text: "" };
    parts.push(part);
    return part;
  }

  function grow(part: ReasoningPart, delta: string): ModelEvent[] {
    if (delta === "") return [];
    part.text += delta;
    return [{ type: "reasoning", delta }];
  }

  return {
    calls,
    get isEmpty() {
      return parts.length === 0;
    },
    text(delta) {
      if (delta === "") return [];
      const last = parts.at(-1);
      if (last?.type === "text") last.text += delta;
      else parts.push({ type: "text", text: delta });
      return [{ type: "text", delta }];
    },
    reasoning(delta) {
      if (delta === "") return [];
      const last = parts.at(-1);
      return grow(last?.type === "reasoning" ? last : openReasoning(), delta);
    },
    openReasoning,
    grow,
    lastReasoning() {
      const last = parts.findLast((part) => part.type === "reasoning");
      return last ?? openReasoning();
    },
    image(image) {
      parts.push(image);
    },
    openCall(name) {
      const call: CallDraft = { type: "call", index: calls.length, name, text: "", closed: false };
      calls.push(call);
      parts.push(call);
      return call;
    },
    extend(call, delta) {
      call.text += delta;
      return [{ type: "call", index: call.index, name: call.name, delta }];
    },
    content(ending) {
      return parts.flatMap((part, at) => closePart(part, at === parts.length - 1, ending));
    },
    settle(stop) {
      if (stop === "end" && calls.length > 0) return "calls";
      if (stop === "calls" && calls.length === 0) return "end";
      return stop;
    },
  };
}
