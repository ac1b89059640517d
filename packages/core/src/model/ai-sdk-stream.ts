import { SkillmintError, type ReasoningPart, type StopReason, type Usage } from "../protocol/index.ts";
import type { ModelEvent, ReplyPart } from "./model.ts";
import { isRecord, readCount, readRecord, readString, type JsonRecord } from "./read-json.ts";
import { createReplyBuilder, type CallDraft } from "./reply-builder.ts";

/** Reads the stream parts of an AI SDK model of any generation. */
export interface AiSdkReader {
  /** Throws what an `error` part carries. */
  push(part: unknown): ModelEvent[] | "idle";
  end(): { content: ReplyPart[]; stop: StopReason } | undefined;
  partial(): ReplyPart[];
  readonly usage: Usage | undefined;
}

const stops: Record<string, StopReason> = {
  stop: "end",
  length: "length",
  "content-filter": "filter",
  "tool-calls": "calls",
};

/** A count as a number (v2) or as the total of a breakdown (v3 and later). */
function total(value: unknown): number | undefined {
  return readCount(isRecord(value) ? value["total"] : value);
}

function readUsage(usage: JsonRecord): Usage | undefined {
  const input = total(usage["inputTokens"]);
  const output = total(usage["outputTokens"]);
  if (input === undefined && output === undefined) return undefined;
  const read = readRecord(usage["inputTokens"]);
  const written = readRecord(usage["outputTokens"]);
  const cacheRead = readCount(read["cacheRead"]) ?? readCount(usage["cachedInputTokens"]);
  const cacheWrite = readCount(read["cacheWrite"]);
  const reasoning = readCount(written["reasoning"]) ?? readCount(usage["reasoningTokens"]);
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cacheRead ? { cacheRead } : {}),
    ...(cacheWrite ? { cacheWrite } : {}),
    ...(reasoning ? { reasoning } : {}),
  };
}

function imageBytes(data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return Buffer.from(data, "base64");
  return isRecord(data) ? imageBytes(data["data"]) : undefined;
}

export function createAiSdkReader(): AiSdkReader {
  const reply = createReplyBuilder();
  const thoughts = new Map<string, ReasoningPart>();
  const calls = new Map<string, CallDraft>();
  let usage: Usage | undefined;
  let stop: StopReason | undefined;

  function keep(part: { opaque?: JsonRecord | undefined }, metadata: unknown): void {
    if (!isRecord(metadata)) return;
    part.opaque = { providerOptions: { ...readRecord(part.opaque?.["providerOptions"]), ...metadata } };
  }

  function takeReasoning(id: string, part: JsonRecord): ModelEvent[] {
    const thought = thoughts.get(id) ?? reply.openReasoning();
    thoughts.set(id, thought);
    keep(thought, part["providerMetadata"]);
    return reply.grow(thought, readString(part["delta"]));
  }

  function openCall(id: string, name: string): CallDraft {
    const call = reply.openCall(name);
    calls.set(id, call);
    return call;
  }

  function takeCall(part: JsonRecord): ModelEvent[] {
    const id = readString(part["toolCallId"]);
    const known = calls.get(id);
    const call = known ?? openCall(id, readString(part["toolName"]));
    const { input } = part;
    const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
    const missing = text.startsWith(call.text) ? text.slice(call.text.length) : "";
    const events = known && missing === "" ? [] : reply.extend(call, missing);
    call.text = text;
    call.closed = true;
    keep(call, part["providerMetadata"]);
    return events;
  }

  function finish(part: JsonRecord): ModelEvent[] {
    const { finishReason } = part;
    const reason = readString(isRecord(finishReason) ? finishReason["unified"] : finishReason);
    usage = readUsage(readRecord(part["usage"]));
    if (reason === "error") throw new SkillmintError("model-stream-broken");
    stop = stops[reason] ?? "end";
    return [];
  }

  return {
    get usage() {
      return usage;
    },
    push(value) {
      const part = readRecord(value);
      if (part["providerExecuted"] === true) return "idle";
      const id = readString(part["id"]);
      switch (part["type"]) {
        case "text-delta":
          return reply.text(readString(part["delta"]));
        case "reasoning-start":
        case "reasoning-delta":
        case "reasoning-end":
          return takeReasoning(id, part);
        case "tool-input-start":
          return reply.extend(openCall(id, readString(part["toolName"])), "");
        case "tool-input-delta": {
          const call = calls.get(id);
          return call ? reply.extend(call, readString(part["delta"])) : "idle";
        }
        case "tool-call":
          return takeCall(part);
        case "file": {
          const mediaType = readString(part["mediaType"]);
          const data = mediaType.startsWith("image/") ? imageBytes(part["data"]) : undefined;
          if (data) reply.image({ type: "image", mediaType, data });
          return [];
        }
        case "finish":
          return finish(part);
        case "error":
          throw part["error"];
        default:
          return "idle";
      }
    },
    end() {
      if (stop === undefined) return undefined;
      const settled = reply.settle(stop);
      return { content: reply.content(settled === "length" ? "length" : "complete"), stop: settled };
    },
    partial: () => reply.content("broken"),
  };
}
