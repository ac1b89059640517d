import { contentText, imagesIn, listOf, namesOf, parseObject, stringOf } from "./read-json.ts";
import { argumentsOf, piecesOf, textPieces, type Reply } from "./reply.ts";
import type { NormalMessage } from "./script.ts";
import { typedFrame, type Frame, type ReplyContext, type ScriptedWire } from "./scripted-wire.ts";
import { openaiErrorBody } from "./wire-openai-chat.ts";

const incompleteReasons: Partial<Record<Reply["stop"], string>> = {
  length: "max_output_tokens",
  filter: "content_filter",
};

type Item = { type: string; id: string } & Record<string, unknown>;
type Event = { type: string } & Record<string, unknown>;

export const openaiResponsesWire: ScriptedWire = {
  name: "openai-responses",
  endpoint: "/responses",
  read(body) {
    const { input } = body;
    const items = typeof input === "string" ? [{ role: "user", content: input }] : listOf(input);
    const isSystem = (item: Record<string, unknown>) => /^(system|developer)$/.test(stringOf(item["role"]));
    const systems = items.filter(isSystem).map((item) => contentText(item["content"]));
    return {
      system: [stringOf(body["instructions"]), ...systems].filter((text) => text !== "").join("\n\n"),
      messages: items.filter((item) => !isSystem(item)).map(readItem),
      tools: namesOf(listOf(body["tools"])),
    };
  },
  *frames(reply, context) {
    let sequence = 0;
    for (const event of streamEvents(reply, context))
      yield typedFrame({ ...event, sequence_number: sequence++ });
  },
  whole(reply, context) {
    const items = reply.parts.map((_, index) => finishedItem(reply, index, context));
    return responseObject(reply, context, context.makeId("resp_"), items);
  },
  errorBody: openaiErrorBody,
  errorFrame: ({ type, message }): Frame => typedFrame({ type: "error", code: type, message, param: null }),
  ping: { comment: "keep-alive" },
};

function readItem(item: Record<string, unknown>): NormalMessage {
  const { type, role, content } = item;
  if (type === "function_call_output") {
    const text = contentText(item["output"]);
    return { role: "tool", id: stringOf(item["call_id"]), name: "", text, isError: false };
  }
  if (type === "function_call") {
    const input = parseObject(stringOf(item["arguments"]));
    const call = { id: stringOf(item["call_id"]), name: stringOf(item["name"]), input };
    return { role: "assistant", text: "", reasoning: "", calls: [call] };
  }
  if (type === "reasoning") {
    return { role: "assistant", text: "", reasoning: contentText(item["summary"]), calls: [] };
  }
  if (role === "assistant") return { role, text: contentText(content), reasoning: "", calls: [] };
  return { role: "user", text: contentText(content), images: imagesIn(content) };
}

function* streamEvents(reply: Reply, context: ReplyContext): Generator<Event> {
  const id = context.makeId("resp_");
  const started = responseObject(reply, context, id);
  yield { type: "response.created", response: started };
  yield { type: "response.in_progress", response: started };
  const items: Item[] = [];
  for (const index of reply.parts.keys()) {
    const item = finishedItem(reply, index, context);
    yield* itemEvents(reply, index, item);
    items.push(item);
  }
  const incomplete = incompleteReasons[reply.stop] !== undefined;
  yield {
    type: incomplete ? "response.incomplete" : "response.completed",
    response: responseObject(reply, context, id, items),
  };
}

function* itemEvents(reply: Reply, index: number, item: Item): Generator<Event> {
  const part = reply.parts[index];
  if (part === undefined) return;
  const place = { item_id: item.id, output_index: index };
  const empty = { content: [], summary: [], arguments: "" };
  const begun = Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, key in empty ? emptied(value) : value]),
  );
  const status = "status" in item ? { status: "in_progress" } : {};
  yield { type: "response.output_item.added", output_index: index, item: { ...begun, ...status } };
  if ("text" in part) {
    const kind = reply.stop === "refusal" ? "refusal" : "output_text";
    const field = kind === "refusal" ? "refusal" : "text";
    const at = { ...place, content_index: 0 };
    const whole = textContent(reply, part.text);
    yield { type: "response.content_part.added", ...at, part: { ...whole, [field]: "" } };
    for (const delta of textPieces(reply, index)) yield { type: `response.${kind}.delta`, ...at, delta };
    yield { type: `response.${kind}.done`, ...at, [field]: part.text };
    yield { type: "response.content_part.done", ...at, part: whole };
  } else if ("reasoning" in part) {
    const at = { ...place, summary_index: 0 };
    const whole = { type: "summary_text", text: part.reasoning };
    yield { type: "response.reasoning_summary_part.added", ...at, part: { ...whole, text: "" } };
    for (const delta of piecesOf(part.reasoning, reply.chunk)) {
      yield { type: "response.reasoning_summary_text.delta", ...at, delta };
    }
    yield { type: "response.reasoning_summary_text.done", ...at, text: part.reasoning };
    yield { type: "response.reasoning_summary_part.done", ...at, part: whole };
  } else {
    const whole = argumentsOf(part.call);
    for (const delta of piecesOf(whole, reply.chunk)) {
      yield { type: "response.function_call_arguments.delta", ...place, delta };
    }
    yield { type: "response.function_call_arguments.done", ...place, arguments: whole };
  }
  yield { type: "response.output_item.done", output_index: index, item };
}

function emptied(value: unknown): unknown {
  return typeof value === "string" ? "" : [];
}

function finishedItem(reply: Reply, index: number, context: ReplyContext): Item {
  const part = reply.parts[index];
  if (part === undefined || "text" in part) {
    const content = [textContent(reply, part?.text ?? "")];
    return { id: context.makeId("msg_"), type: "message", status: "completed", role: "assistant", content };
  }
  if ("reasoning" in part) {
    const summary = [{ type: "summary_text", text: part.reasoning }];
    const encrypted = Buffer.from(context.makeId("encrypted-")).toString("base64");
    return { id: context.makeId("rs_"), type: "reasoning", summary, encrypted_content: encrypted };
  }
  const { call } = part;
  const callId = call.id === undefined ? context.makeId("call_") : call.id;
  return {
    id: context.makeId("fc_"),
    type: "function_call",
    status: "completed",
    arguments: argumentsOf(call),
    ...(callId === null ? {} : { call_id: callId }),
    name: call.name,
  };
}

function textContent(reply: Reply, text: string): Record<string, unknown> {
  return reply.stop === "refusal"
    ? { type: "refusal", refusal: text }
    : { type: "output_text", annotations: [], logprobs: [], text };
}

/** Without items: the response as it stands when it has just begun. */
function responseObject(
  reply: Reply,
  context: ReplyContext,
  id: string,
  items?: Item[],
): Record<string, unknown> {
  const reason = items === undefined ? undefined : incompleteReasons[reply.stop];
  const { usage } = reply;
  const ended = reason === undefined ? "completed" : "incomplete";
  return {
    id,
    object: "response",
    created_at: context.created,
    status: items === undefined ? "in_progress" : ended,
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: null,
    model: context.model,
    output: items ?? [],
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    usage:
      items === undefined
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cacheRead },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: usage.input + usage.output,
          },
  };
}
