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

type Item =
  | { kind: "message"; streamed: boolean }
  | { kind: "reasoning"; part: ReasoningPart }
  | { kind: "call"; call: CallDraft }
  | { kind: "other" };

function readUsage(usage: JsonRecord): Usage | undefined {
  const input = readCount(usage["input_tokens"]);
  const output = readCount(usage["output_tokens"]);
  if (input === undefined && output === undefined) return undefined;
  const read = readRecord(usage["input_tokens_details"]);
  const cacheRead = readCount(read["cached_tokens"]);
  const cacheWrite = readCount(read["cache_write_tokens"]);
  const reasoning = readCount(readRecord(usage["output_tokens_details"])["reasoning_tokens"]);
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cacheRead ? { cacheRead } : {}),
    ...(cacheWrite ? { cacheWrite } : {}),
    ...(reasoning ? { reasoning } : {}),
  };
}

function stopOf(response: JsonRecord): StopReason {
  if (readString(response["status"]) !== "incomplete") return "end";
  return readString(readRecord(response["incomplete_details"])["reason"]) === "content_filter"
    ? "filter"
    : "length";
}

/** What must be sent back of a reasoning item: without its encrypted text there is nothing to send. */
function keptItem(item: JsonRecord): JsonRecord | undefined {
  if (readString(item["encrypted_content"]) === "") return undefined;
  const { type, id, summary = [], encrypted_content } = item;
  return { type, id, summary, encrypted_content };
}

export function createResponsesParser(target: WireTarget): WireParser {
  const reply = createReplyBuilder();
  const items = new Map<number | string, Item>();
  let usage: Usage | undefined;
  let stop: StopReason | undefined;
  let refused = false;

  function keyOf(data: JsonRecord): number | string {
    return (
      readCount(data["output_index"]) ??
      (readString(data["item_id"]) || readString(readRecord(data["item"])["id"]))
    );
  }

  function openItem(key: number | string, item: JsonRecord): { item: Item; events: ModelEvent[] } {
    const type = readString(item["type"]);
    let opened: Item = { kind: "other" };
    let events: ModelEvent[] = [];
    if (type === "message") opened = { kind: "message", streamed: false };
    if (type === "reasoning") opened = { kind: "reasoning", part: reply.openReasoning() };
    if (type === "function_call") {
      const call = reply.openCall(readString(item["name"]));
      opened = { kind: "call", call };
      events = reply.extend(call, "");
    }
    items.set(key, opened);
    return { item: opened, events };
  }

  /** The finished text decides: what did not come as deltas is added, what differs from them replaces them. */
  function completeCall(call: CallDraft, text: string): ModelEvent[] {
    call.closed = true;
    if (text === "" || text === call.text) return [];
    if (text.startsWith(call.text)) return reply.extend(call, text.slice(call.text.length));
    call.text = text;
    return [];
  }

  function readContent(content: JsonRecord[]): ModelEvent[] {
    return content.flatMap((part) => {
      if (part["type"] === "refusal") refused = true;
      return reply.text(readString(part["text"]) || readString(part["refusal"]));
    });
  }

  function closeItem(key: number | string, item: JsonRecord): ModelEvent[] {
    const known = items.get(key);
    const { item: open, events } = known ? { item: known, events: [] as ModelEvent[] } : openItem(key, item);
    if (open.kind === "call") {
      if (open.call.name === "") open.call.name = readString(item["name"]);
      events.push(...completeCall(open.call, readString(item["arguments"])));
    }
    if (open.kind === "message" && !open.streamed) events.push(...readContent(readRecords(item["content"])));
    if (open.kind === "reasoning") {
      const kept = keptItem(item);
      if (kept) open.part.opaque = { item: kept };
      const summary = readRecords(item["summary"]).map((part) => readString(part["text"]));
      if (open.part.text === "") events.push(...reply.grow(open.part, summary.join("\n\n")));
    }
    return events;
  }

  function takeText(data: JsonRecord): ModelEvent[] {
    const item = items.get(keyOf(data));
    if (item?.kind === "message") item.streamed = true;
    return reply.text(readString(data["delta"]));
  }

  function takeReasoning(data: JsonRecord, delta: string): ModelEvent[] {
    const item = items.get(keyOf(data));
    return item?.kind === "reasoning" ? reply.grow(item.part, delta) : reply.reasoning(delta);
  }

  function takeArguments(data: JsonRecord, type: string): ModelEvent[] {
    const item = items.get(keyOf(data));
    if (item?.kind !== "call") {
      if (item) return [];
      throw new SkillmintError("model-stream-broken", { detail: type });
    }
    if (type.endsWith(".done")) return completeCall(item.call, readString(data["arguments"]));
    const delta = readString(data["delta"]);
    return delta === "" ? [] : reply.extend(item.call, delta);
  }

  function endResponse(response: JsonRecord): ModelEvent[] {
    usage = readUsage(readRecord(response["usage"])) ?? usage;
    stop = stopOf(response);
    return [];
  }

  function take(data: JsonRecord, type: string): ModelEvent[] | "idle" {
    switch (type) {
      case "response.created":
        return [];
      case "response.output_item.added":
        return openItem(keyOf(data), readRecord(data["item"])).events;
      case "response.output_item.done":
        return closeItem(keyOf(data), readRecord(data["item"]));
      case "response.output_text.delta":
        return takeText(data);
      case "response.refusal.delta":
        refused = true;
        return takeText(data);
      case "response.reasoning_summary_part.added":
        return (readCount(data["summary_index"]) ?? 0) > 0 ? takeReasoning(data, "\n\n") : [];
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return takeReasoning(data, readString(data["delta"]));
      case "response.function_call_arguments.delta":
      case "response.function_call_arguments.done":
        return takeArguments(data, type);
      case "response.completed":
      case "response.incomplete":
        return endResponse(readRecord(data["response"]));
      case "response.failed":
        usage = readUsage(readRecord(readRecord(data["response"])["usage"])) ?? usage;
        throw classifyErrorBody({ error: readRecord(data["response"])["error"] }, target.failure);
      case "error":
        throw classifyErrorBody(isRecord(data["error"]) ? data : { error: data }, target.failure);
      default:
        return "idle";
    }
  }

  return {
    get done() {
      return stop !== undefined;
    },
    get usage() {
      return usage;
    },
    push(event: SseEvent) {
      if (event.data === "" || event.data === "[DONE]") return "idle";
      const data = parseJson(event.data);
      if (!isRecord(data))
        throw new SkillmintError("model-stream-broken", { detail: event.data.slice(0, 200) });
      const type = readString(data["type"]) || (event.event ?? "");
      if (type === "" && isRecord(data["error"])) throw classifyErrorBody(data, target.failure);
      return take(data, type);
    },
    readWhole(body) {
      if (!Array.isArray(body["output"])) return undefined;
      const events = readRecords(body["output"]).flatMap((item, index) => closeItem(index, item));
      endResponse(body);
      return events;
    },
    end() {
      if (stop === undefined) return undefined;
      const settled = refused ? "refusal" : reply.settle(stop);
      return { content: reply.content(settled === "length" ? "length" : "complete"), stop: settled };
    },
    partial: () => reply.content("broken"),
  };
}
