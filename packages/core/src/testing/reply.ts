import { createHash } from "node:crypto";
import type { StopReason } from "../protocol/index.ts";
import type { ScriptedCall, ScriptedPart, TurnObject } from "./script.ts";

/** A turn with everything decided, ready to be written in any wire. */
export interface Reply {
  parts: ScriptedPart[];
  stop: StopReason;
  usage: { input: number; output: number; cacheRead: number; cacheWrite: number; reasoning: number };
  chunk: number;
  /** The last text never ends. */
  endless: boolean;
}

const charsPerToken = 4;
const defaultChunk = 16;

export function replyOf(turn: TurnObject, requestChars: number): Reply {
  const endless = turn.fault?.endless ?? false;
  const parts = [
    ...(turn.reasoning === undefined ? [] : [{ reasoning: turn.reasoning }]),
    ...(turn.text === undefined ? [] : [{ text: turn.text }]),
    ...(turn.calls ?? []).map((call) => ({ call })),
    ...(turn.parts ?? []),
  ];
  if (endless && !parts.some((part) => "text" in part)) parts.push({ text: "" });
  const reasoning = tokensOf(parts.map((part) => ("reasoning" in part ? part.reasoning : "")).join(""));
  const written = tokensOf(parts.map(charsOf).join(""));
  return {
    parts,
    stop: turn.stop ?? (parts.some((part) => "call" in part) ? "calls" : "end"),
    usage: {
      input: turn.usage?.input ?? Math.ceil(requestChars / charsPerToken),
      output: turn.usage?.output ?? written,
      cacheRead: turn.usage?.cacheRead ?? 0,
      cacheWrite: turn.usage?.cacheWrite ?? 0,
      reasoning: turn.usage?.reasoning ?? reasoning,
    },
    chunk: turn.chunk ?? defaultChunk,
    endless,
  };
}

function charsOf(part: ScriptedPart): string {
  if ("text" in part) return part.text;
  return "reasoning" in part ? part.reasoning : argumentsOf(part.call);
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

export function argumentsOf(call: ScriptedCall): string {
  return call.rawArguments ?? JSON.stringify(call.input ?? {});
}

/** A text in pieces of so many characters; no character is split. */
export function* piecesOf(text: string, chunk: number): Generator<string> {
  const characters = Array.from(text);
  for (let start = 0; start < characters.length; start += chunk)
    yield characters.slice(start, start + chunk).join("");
}

/** The pieces of a text part; where the reply is endless, its last text goes on for ever. */
export function* textPieces(reply: Reply, index: number): Generator<string> {
  const part = reply.parts[index];
  const text = part !== undefined && "text" in part ? part.text : "";
  yield* piecesOf(text, reply.chunk);
  const isLastText = !reply.parts.slice(index + 1).some((later) => "text" in later);
  if (!reply.endless || !isLastText) return;
  for (;;) yield "and so on, ".padEnd(reply.chunk, "… ");
}

/** Ids in the manner of the vendors, the same for the same request of a server. */
export function idMaker(seed: string): (prefix: string) => string {
  let made = 0;
  return (prefix) =>
    `${prefix}${createHash("sha256").update(`${seed}:${made++}`).digest("hex").slice(0, 24)}`;
}
