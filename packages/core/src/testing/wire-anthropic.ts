import { contentText, imagesIn, listOf, namesOf, parseObject, recordOf, stringOf } from "./read-json.ts";
import { argumentsOf, piecesOf, textPieces, type Reply } from "./reply.ts";
import type { NormalMessage, ScriptedCall } from "./script.ts";
import { typedFrame, type Frame, type ReplyContext, type ScriptedWire } from "./scripted-wire.ts";

const stopReasons = {
  end: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  filter: "refusal",
} as const;

const errorTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

export const anthropicWire: ScriptedWire = {
  name: "anthropic",
  endpoint: "/messages",
  read: (body) => ({
    system: contentText(body["system"]),
    messages: listOf(body["messages"]).flatMap(readMessage),
    tools: namesOf(listOf(body["tools"])),
  }),
  frames: streamFrames,
  whole(reply, context) {
    const content = reply.parts.map((part) => {
      if ("text" in part) return { type: "text", text: part.text };
      if ("reasoning" in part)
        return { type: "thinking", thinking: part.reasoning, signature: signatureOf(context) };
      return {
        ...toolUse(part.call, context),
        input: parseObject(argumentsOf(part.call)) ?? argumentsOf(part.call),
      };
    });
    const { usage } = reply;
    return {
      ...envelope(context, { ...inputUsage(reply), output_tokens: usage.output }),
      content,
      stop_reason: stopReasons[reply.stop],
    };
  },
  errorBody: (status, message) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "api_error", message },
    request_id: "req_scripted",
  }),
  errorFrame: (error) => typedFrame({ type: "error", error }),
  ping: typedFrame({ type: "ping" }),
};

function readMessage(message: Record<string, unknown>): NormalMessage[] {
  const { content } = message;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
  if (message["role"] === "assistant") {
    const calls = blocks
      .filter((block) => block["type"] === "tool_use")
      .map((block) => ({
        id: stringOf(block["id"]),
        name: stringOf(block["name"]),
        input: recordOf(block["input"]),
      }));
    const reasoning = blocks.map((block) => stringOf(block["thinking"])).join("");
    return [{ role: "assistant", text: contentText(blocks), reasoning, calls }];
  }
  const results = blocks
    .filter((block) => block["type"] === "tool_result")
    .map((block) => ({
      role: "tool" as const,
      id: stringOf(block["tool_use_id"]),
      name: "",
      text: contentText(block["content"]),
      isError: block["is_error"] === true,
    }));
  const rest = blocks.filter((block) => block["type"] !== "tool_result");
  const user: NormalMessage = { role: "user", text: contentText(rest), images: imagesIn(rest) };
  return rest.length > 0 || results.length === 0 ? [...results, user] : results;
}

function* streamFrames(reply: Reply, context: ReplyContext): Generator<Frame> {
  yield typedFrame({
    type: "message_start",
    message: envelope(context, { ...inputUsage(reply), output_tokens: 1, service_tier: "standard" }),
  });
  yield anthropicWire.ping;
  for (const index of reply.parts.keys()) {
    yield* blockFrames(reply, index, context);
    yield typedFrame({ type: "content_block_stop", index });
  }
  yield typedFrame({
    type: "message_delta",
    delta: { stop_reason: stopReasons[reply.stop], stop_sequence: null },
    usage: { ...inputUsage(reply), output_tokens: reply.usage.output },
  });
  yield typedFrame({ type: "message_stop" });
}

function* blockFrames(reply: Reply, index: number, context: ReplyContext): Generator<Frame> {
  const part = reply.parts[index];
  if (part === undefined) return;
  const start = (block: Record<string, unknown>) =>
    typedFrame({ type: "content_block_start", index, content_block: block });
  const delta = (value: Record<string, unknown>) =>
    typedFrame({ type: "content_block_delta", index, delta: value });
  if ("text" in part) {
    yield start({ type: "text", text: "" });
    for (const text of textPieces(reply, index)) yield delta({ type: "text_delta", text });
  } else if ("reasoning" in part) {
    yield start({ type: "thinking", thinking: "", signature: "" });
    for (const thinking of piecesOf(part.reasoning, reply.chunk))
      yield delta({ type: "thinking_delta", thinking });
    yield delta({ type: "signature_delta", signature: signatureOf(context) });
  } else {
    yield start({ ...toolUse(part.call, context), input: {} });
    yield delta({ type: "input_json_delta", partial_json: "" });
    for (const partial_json of piecesOf(argumentsOf(part.call), reply.chunk)) {
      yield delta({ type: "input_json_delta", partial_json });
    }
  }
}

function toolUse(call: ScriptedCall, context: ReplyContext): Record<string, unknown> {
  const id = call.id === undefined ? context.makeId("toolu_") : call.id;
  return { type: "tool_use", ...(id === null ? {} : { id }), name: call.name };
}

function signatureOf(context: ReplyContext): string {
  return Buffer.from(context.makeId("signature-")).toString("base64");
}

/** Here input counts only what was neither read from the cache nor written to it. */
function inputUsage({ usage }: Reply): Record<string, number> {
  return {
    input_tokens: Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite),
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
  };
}

function envelope(context: ReplyContext, usage: Record<string, unknown>): Record<string, unknown> {
  return {
    id: context.makeId("msg_"),
    type: "message",
    role: "assistant",
    model: context.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}
