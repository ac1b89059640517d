import { SkillmintError, type StopReason, type Usage } from "../../protocol/index.ts";
import { classifyErrorBody, isErrorBody } from "../failure.ts";
import type { ModelEvent } from "../model.ts";
import { isRecord, parseJson, readRecord, readRecords, readString, type JsonRecord } from "../read-json.ts";
import { createReplyBuilder } from "../reply-builder.ts";
import type { SseEvent } from "../sse.ts";
import { createThinkFilter, type Segment } from "../think-filter.ts";
import type { WireParser, WireTarget } from "../wire-format.ts";
import { createCallCollector } from "./call-collector.ts";
import { findUsage } from "./usage.ts";

const stops: Record<string, StopReason> = {
  stop: "end",
  eos: "end",
  tool_calls: "calls",
  function_call: "calls",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "filter",
  sensitive: "filter",
};

/** Finish reasons that mean that the reply was given up. */
const failedStop = /error|insufficient_system_resource/;

/** A chunk without choices and with an error's fields in its own. */
function reportsError(chunk: JsonRecord): boolean {
  return isErrorBody(chunk) || (!("choices" in chunk) && readString(chunk["message"]) !== "");
}

function joinedText(value: unknown, type: "text" | "thinking"): string {
  if (typeof value === "string") return type === "text" ? value : "";
  let text = "";
  for (const part of readRecords(value)) {
    if (part["type"] !== type) continue;
    text += type === "text" ? readString(part["text"]) : joinedText(part["thinking"], "text");
  }
  return text;
}

/** Puts the pieces of OpenRouter's reasoning details together again, one entry for each index and type. */
function mergeDetails(known: JsonRecord[], pieces: JsonRecord[]): void {
  for (const piece of pieces) {
    const same = known.find(({ type, index }) => type === piece["type"] && index === piece["index"]);
    if (!same) {
      known.push({ ...piece });
      continue;
    }
    for (const [name, value] of Object.entries(piece)) {
      if (value === null || value === undefined) continue;
      const grows = name === "text" || name === "summary" || name === "data";
      same[name] = grows ? readString(same[name]) + readString(value) : value;
    }
  }
}

export function createChatParser(target: WireTarget): WireParser {
  const reply = createReplyBuilder();
  const collectCall = createCallCollector(reply);
  const filter = createThinkFilter(target.quirks.inlineThink === true ? "anywhere" : "start");
  const details: JsonRecord[] = [];
  let usage: Usage | undefined;
  let stop: StopReason | undefined;
  let refused = false;
  let done = false;

  function split(segments: Segment[]): ModelEvent[] {
    return segments.flatMap(({ type, delta }) =>
      type === "text" ? reply.text(delta) : reply.reasoning(delta),
    );
  }

  function takeReasoning(delta: JsonRecord): ModelEvent[] {
    const pieces = readRecords(delta["reasoning_details"]);
    const text =
      readString(delta["reasoning_content"]) ||
      readString(delta["reasoning"]) ||
      joinedText(delta["content"], "thinking") ||
      pieces.map((piece) => readString(piece["text"]) || readString(piece["summary"])).join("");
    const events = reply.reasoning(text);
    if (pieces.length > 0) {
      mergeDetails(details, pieces);
      reply.lastReasoning().opaque = { reasoningDetails: details };
    }
    return events;
  }

  function takeDelta(delta: JsonRecord): ModelEvent[] {
    const events = takeReasoning(delta);
    const text = joinedText(delta["content"], "text");
    if (text !== "") events.push(...split(filter.push(text)));
    const refusal = readString(delta["refusal"]);
    if (refusal !== "") {
      refused = true;
      events.push(...reply.text(refusal));
    }
    const calls = readRecords(delta["tool_calls"]);
    // What may still be held as the start of a tag stood before the calls.
    if (calls.length > 0) events.push(...split(filter.end()));
    for (const call of calls) events.push(...collectCall(call));
    return events;
  }

  function takeStop(reason: string): ModelEvent[] {
    if (reason === "") return [];
    if (failedStop.test(reason)) {
      throw classifyErrorBody({ error: { type: "server_error", message: reason } }, target.failure);
    }
    stop = stops[reason] ?? "end";
    for (const call of reply.calls) call.closed = stop !== "length";
    return split(filter.end());
  }

  function takeChoice(chunk: JsonRecord, choice: JsonRecord, delta: JsonRecord): ModelEvent[] | "idle" {
    const counted = findUsage(chunk, choice);
    usage = counted ?? usage;
    const reason = readString(choice["finish_reason"]);
    const events = [...takeDelta(delta), ...takeStop(reason)];
    return events.length === 0 && reason === "" && !counted ? "idle" : events;
  }

  return {
    get done() {
      return done;
    },
    get usage() {
      return usage;
    },
    push(event: SseEvent) {
      const text = event.data.trim();
      if (text === "") return "idle";
      if (text === "[DONE]") {
        done = true;
        return split(filter.end());
      }
      const chunk = parseJson(text);
      if (!isRecord(chunk)) throw new SkillmintError("model-stream-broken", { detail: text.slice(0, 200) });
      if (reportsError(chunk)) throw classifyErrorBody(chunk, target.failure);
      const choice = readRecords(chunk["choices"])[0] ?? {};
      if (isRecord(choice["error"])) throw classifyErrorBody(choice, target.failure);
      return takeChoice(chunk, choice, readRecord(choice["delta"]));
    },
    readWhole(body) {
      const choice = readRecords(body["choices"])[0];
      if (!choice) return undefined;
      const events = takeChoice(body, choice, readRecord(choice["message"]));
      done = true;
      return [...(events === "idle" ? [] : events), ...split(filter.end())];
    },
    end() {
      // A finish reason is an end too: not everybody sends the marker after it.
      if (!done && stop === undefined) return undefined;
      const settled = refused ? "refusal" : reply.settle(stop ?? "end");
      return { content: reply.content(settled === "length" ? "length" : "complete"), stop: settled };
    },
    partial() {
      split(filter.end());
      return reply.content("broken");
    },
  };
}
