import { SkillmintError, type ReasoningPart, type StopReason, type Usage } from "../../protocol/index.ts";
import { classifyErrorBody } from "../failure.ts";
import type { ModelEvent } from "../model.ts";
import {
  isRecord,
  parseJson,
  readCount,
  readRecord,
  readRecords,
  readString,
  type JsonRecord,
} from "../read-json.ts";
import { createReplyBuilder, type CallDraft } from "../reply-builder.ts";
import type { SseEvent } from "../sse.ts";
import type { WireParser, WireTarget } from "../wire-format.ts";

type Block =
  | { kind: "text" }
  | { kind: "reasoning"; part: ReasoningPart }
  | { kind: "call"; call: CallDraft; whole: boolean }
  | { kind: "other" };

const stops: Record<string, StopReason> = {
  end_turn: "end",
  stop_sequence: "end",
  pause_turn: "end",
  tool_use: "calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
};

const counters = [
  "input_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "output_tokens",
] as const;

export function createAnthropicParser(target: WireTarget): WireParser {
  const reply = createReplyBuilder();
  const blocks = new Map<number, Block>();
  const counted: Partial<Record<(typeof counters)[number], number>> = {};
  let messageId: string | undefined;
  let stop: StopReason | undefined;
  let done = false;

  /** The counts of later events include those of earlier ones. */
  function count(usage: JsonRecord): void {
    for (const name of counters) {
      const value = readCount(usage[name]);
      if (value !== undefined) counted[name] = Math.max(counted[name] ?? 0, value);
    }
  }

  function broken(detail: string): SkillmintError {
    return new SkillmintError("model-stream-broken", { detail });
  }

  function startMessage(message: JsonRecord): ModelEvent[] {
    const id = readString(message["id"]);
    if (messageId !== undefined && id !== messageId && !reply.isEmpty) throw broken("message_start");
    messageId = id;
    count(readRecord(message["usage"]));
    return [];
  }

  function openBlock(index: number, block: JsonRecord): ModelEvent[] {
    if (blocks.has(index)) throw broken("content_block_start");
    const type = readString(block["type"]);
    if (type === "text") {
      blocks.set(index, { kind: "text" });
      return reply.text(readString(block["text"]));
    }
    if (type === "thinking") {
      const part = reply.openReasoning();
      part.opaque = { signature: readString(block["signature"]) };
      blocks.set(index, { kind: "reasoning", part });
      return reply.grow(part, readString(block["thinking"]));
    }
    if (type === "redacted_thinking") {
      reply.openReasoning().opaque = { redacted: readString(block["data"]) };
      blocks.set(index, { kind: "other" });
      return [];
    }
    if (type === "tool_use") {
      const call = reply.openCall(readString(block["name"]));
      const input = readRecord(block["input"]);
      const whole = Object.keys(input).length > 0;
      blocks.set(index, { kind: "call", call, whole });
      return reply.extend(call, whole ? JSON.stringify(input) : "");
    }
    blocks.set(index, { kind: "other" });
    return [];
  }

  function extendBlock(index: number, delta: JsonRecord): ModelEvent[] | "idle" {
    const block = blocks.get(index);
    const type = readString(delta["type"]);
    if (type === "text_delta" && (block === undefined || block.kind === "text")) {
      return orIdle(reply.text(readString(delta["text"])));
    }
    if (type === "input_json_delta" && block === undefined) throw broken("input_json_delta");
    if (type === "input_json_delta" && block?.kind === "call") {
      const text = readString(delta["partial_json"]);
      if (text === "") return "idle";
      // Some send the arguments with the start of the block and then again as deltas.
      if (block.whole) block.call.text = "";
      block.whole = false;
      return reply.extend(block.call, text);
    }
    if (type === "thinking_delta") {
      const text = readString(delta["thinking"]);
      return orIdle(block?.kind === "reasoning" ? reply.grow(block.part, text) : reply.reasoning(text));
    }
    if (type === "signature_delta" && block?.kind === "reasoning") {
      block.part.opaque = {
        signature: readString(block.part.opaque?.["signature"]) + readString(delta["signature"]),
      };
    }
    return [];
  }

  function closeBlock(index: number): ModelEvent[] {
    const block = blocks.get(index);
    if (block?.kind === "call") block.call.closed = true;
    blocks.delete(index);
    return [];
  }

  function endMessage(delta: JsonRecord, usage: unknown): ModelEvent[] {
    const reason = readString(delta["stop_reason"]);
    if (reason !== "") stop = stops[reason] ?? "end";
    count(readRecord(usage));
    return [];
  }

  function take(data: JsonRecord, type: string): ModelEvent[] | "idle" {
    const index = readCount(data["index"]) ?? 0;
    switch (type) {
      case "message_start":
        return startMessage(readRecord(data["message"]));
      case "content_block_start":
        return openBlock(index, readRecord(data["content_block"]));
      case "content_block_delta":
        return extendBlock(index, readRecord(data["delta"]));
      case "content_block_stop":
        return closeBlock(index);
      case "message_delta":
        return endMessage(readRecord(data["delta"]), data["usage"]);
      case "message_stop":
        done = true;
        return [];
      case "error":
        throw classifyErrorBody(data, target.failure);
      default:
        return "idle";
    }
  }

  return {
    get done() {
      return done;
    },
    get usage(): Usage | undefined {
      const { input_tokens: input, output_tokens: output } = counted;
      if (input === undefined && output === undefined) return undefined;
      const cacheRead = counted.cache_read_input_tokens ?? 0;
      const cacheWrite = counted.cache_creation_input_tokens ?? 0;
      return {
        input: (input ?? 0) + cacheRead + cacheWrite,
        output: output ?? 0,
        ...(cacheRead > 0 ? { cacheRead } : {}),
        ...(cacheWrite > 0 ? { cacheWrite } : {}),
      };
    },
    push(event: SseEvent) {
      if (event.data === "" || event.data === "[DONE]") return "idle";
      const data = parseJson(event.data);
      if (!isRecord(data)) throw broken(event.data.slice(0, 200));
      return take(data, readString(data["type"]) || (event.event ?? ""));
    },
    readWhole(body) {
      if (!Array.isArray(body["content"])) return undefined;
      startMessage(body);
      const events = readRecords(body["content"]).flatMap((block, index) => {
        const opened = openBlock(index, block);
        closeBlock(index);
        return opened;
      });
      endMessage(body, body["usage"]);
      stop ??= "end";
      done = true;
      return events;
    },
    end() {
      if (!done) return undefined;
      const settled = reply.settle(stop ?? "end");
      return { content: reply.content(settled === "length" ? "length" : "complete"), stop: settled };
    },
    partial: () => reply.content("broken"),
  };
}

function orIdle(events: ModelEvent[]): ModelEvent[] | "idle" {
  return events.length === 0 ? "idle" : events;
}
