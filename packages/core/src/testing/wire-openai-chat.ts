import { contentText, imagesIn, listOf, namesOf, parseObject, recordOf, stringOf } from "./read-json.ts";
import { argumentsOf, piecesOf, textPieces, type Reply } from "./reply.ts";
import type { NormalMessage, ScriptedCall } from "./script.ts";
import { dataFrame, type Frame, type ReplyContext, type ScriptedWire } from "./scripted-wire.ts";

const finishReasons = {
  end: "stop",
  calls: "tool_calls",
  length: "length",
  refusal: "stop",
  filter: "content_filter",
} as const;

export const openaiChatWire: ScriptedWire = {
  name: "openai-chat",
  endpoint: "/chat/completions",
  read(body) {
    const messages = listOf(body["messages"]);
    const isSystem = (message: Record<string, unknown>) =>
      /^(system|developer)$/.test(stringOf(message["role"]));
    return {
      system: messages
        .filter(isSystem)
        .map((message) => contentText(message["content"]))
        .join("\n\n"),
      messages: messages.filter((message) => !isSystem(message)).map(readMessage),
      tools: namesOf(listOf(body["tools"]).map((tool) => recordOf(tool["function"]))),
    };
  },
  frames: streamFrames,
  whole(reply, context) {
    const text = reply.parts.map((part) => ("text" in part ? part.text : "")).join("");
    const reasoning = reply.parts.map((part) => ("reasoning" in part ? part.reasoning : "")).join("");
    const calls = reply.parts.flatMap((part) => ("call" in part ? [part.call] : []));
    const message = {
      role: "assistant",
      content: reply.stop === "refusal" || text === "" ? null : text,
      refusal: reply.stop === "refusal" ? text : null,
      ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call) => ({
              ...callHead(call, context),
              function: { name: call.name, arguments: argumentsOf(call) },
            })),
          }),
    };
    return {
      ...envelope("chat.completion", context, context.makeId("chatcmpl-")),
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasons[reply.stop] }],
      usage: usageOf(reply),
    };
  },
  errorBody: openaiErrorBody,
  errorFrame: ({ type, message }) => dataFrame({ error: { message, type, param: null, code: type } }),
  ping: { comment: "keep-alive" },
};

/** The error body that both OpenAI wires share. */
export function openaiErrorBody(status: number, message: string): Record<string, unknown> {
  const kinds: Record<number, [type: string, code: string | null]> = {
    401: ["invalid_request_error", "invalid_api_key"],
    404: ["invalid_request_error", "model_not_found"],
    429: ["requests", "rate_limit_exceeded"],
  };
  const [type, code] = kinds[status] ?? [status >= 500 ? "server_error" : "invalid_request_error", null];
  return { error: { message, type, param: null, code } };
}

function readMessage(message: Record<string, unknown>): NormalMessage {
  const { role, content } = message;
  if (role === "tool") {
    const id = stringOf(message["tool_call_id"]);
    return { role, id, name: stringOf(message["name"]), text: contentText(content), isError: false };
  }
  if (role !== "assistant") return { role: "user", text: contentText(content), images: imagesIn(content) };
  const calls = listOf(message["tool_calls"]).map((call) => {
    const called = recordOf(call["function"]);
    return {
      id: stringOf(call["id"]),
      name: stringOf(called["name"]),
      input: parseObject(stringOf(called["arguments"])),
    };
  });
  const reasoning = stringOf(message["reasoning_content"]) || stringOf(message["reasoning"]);
  return { role, text: contentText(content), reasoning, calls };
}

function* streamFrames(reply: Reply, context: ReplyContext): Generator<Frame> {
  const base = envelope("chat.completion.chunk", context, context.makeId("chatcmpl-"));
  const withUsage = recordOf(context.body["stream_options"])["include_usage"] === true;
  const frame = (delta: Record<string, unknown>, finish: string | null = null) =>
    dataFrame({
      ...base,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(withUsage ? { usage: null } : {}),
    });
  yield frame({ role: "assistant", content: "", refusal: null });
  let calls = 0;
  for (const [index, part] of reply.parts.entries()) {
    if ("text" in part) {
      const field = reply.stop === "refusal" ? "refusal" : "content";
      for (const piece of textPieces(reply, index)) yield frame({ [field]: piece });
    } else if ("reasoning" in part) {
      for (const piece of piecesOf(part.reasoning, reply.chunk)) {
        yield frame({ content: null, reasoning_content: piece });
      }
    } else {
      const position = calls++;
      const head = { ...callHead(part.call, context), function: { name: part.call.name, arguments: "" } };
      yield frame({ tool_calls: [{ index: position, ...head }] });
      for (const piece of piecesOf(argumentsOf(part.call), reply.chunk)) {
        yield frame({ tool_calls: [{ index: position, function: { arguments: piece } }] });
      }
    }
  }
  yield frame({}, finishReasons[reply.stop]);
  if (withUsage) yield dataFrame({ ...base, choices: [], usage: usageOf(reply) });
  yield { data: "[DONE]" };
}

function callHead(call: ScriptedCall, context: ReplyContext): Record<string, unknown> {
  const id = call.id === undefined ? context.makeId("call_") : call.id;
  return { ...(id === null ? {} : { id }), type: "function" };
}

function envelope(object: string, context: ReplyContext, id: string): Record<string, unknown> {
  const { model, created } = context;
  return { id, object, created, model, service_tier: "default", system_fingerprint: "fp_scripted" };
}

function usageOf({ usage }: Reply): Record<string, unknown> {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
  };
}
