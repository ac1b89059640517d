import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic/index.ts";
import type { HttpClient } from "./http.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import { openaiChat } from "./openai-chat/index.ts";
import { openaiResponses } from "./openai-responses/index.ts";
import type { Wire, WireTarget } from "./wire-format.ts";
import { createWireModel, type WireModelOptions } from "./wire.ts";

export const wires = {
  anthropic,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
} satisfies Record<string, Wire>;
export type WireId = keyof typeof wires;
export const wireIds = Object.keys(wires) as WireId[];

export const canaryKey = "sk-canary-7f3a9b2c4d5e6f70-QWERTYUI";

export const limits = { context: 200_000, output: 8_192, images: true };

export const hello: ModelRequest = {
  system: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  tools: [],
  place: { agent: "main", iteration: 1 },
};

export function createTarget(change: Partial<WireTarget> = {}): WireTarget {
  return {
    id: "test/model-1",
    model: "model-1",
    limits,
    quirks: {},
    failure: {
      id: "test/model-1",
      provider: "Test",
      model: "model-1",
      host: "127.0.0.1",
      secrets: [canaryKey],
    },
    ...change,
  };
}

export function createTestModel(
  wire: WireId,
  http: HttpClient,
  change: Partial<WireModelOptions> = {},
): Model {
  return createWireModel({
    id: "test/model-1",
    provider: "Test",
    wire: wires[wire],
    baseUrl: "http://127.0.0.1:9/v1",
    model: "model-1",
    key: canaryKey,
    limits,
    timeouts: { firstMs: 10_000, idleMs: 10_000, totalMs: 60_000 },
    quirks: {},
    http,
    connectRetry: [],
    ...change,
  });
}

/** An HTTP client without a network: every request is answered with these pieces. */
export function replayClient(chunks: Uint8Array[]): HttpClient {
  return {
    open: async () => ({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: (async function* () {
        yield* chunks;
      })(),
      release: async () => {},
      destroy: () => {},
    }),
    close: () => {},
  };
}

export async function collect(model: Model, request = hello, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** The last event, which tells how it ended. */
export function outcome(events: ModelEvent[]) {
  const last = events.at(-1);
  if (last?.type !== "finished" && last?.type !== "failed")
    throw new Error(`no end: ${JSON.stringify(last)}`);
  return last;
}

/** Adjacent deltas of one kind joined: what remains must not depend on how a stream was cut. */
export function joinDeltas(events: ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === "finished" || event.type === "failed" || !last || last.type !== event.type) {
      joined.push({ ...event });
    } else if (last.type === "call" && event.type === "call" && last.index !== event.index) {
      joined.push({ ...event });
    } else if ("delta" in last) {
      last.delta += event.delta;
    }
  }
  return joined;
}

/** Vendor events as the bytes that carry them. */
export function toSse(wire: WireId, events: unknown[], lineEnd = "\n"): Uint8Array {
  const blocks = events.map((event) => {
    const data = typeof event === "string" ? event : JSON.stringify(event);
    const type = (JSON.parse(data) as { type?: string }).type;
    const head = wire === "openai-chat" || type === undefined ? "" : `event: ${type}${lineEnd}`;
    return `${head}data: ${data}${lineEnd}${lineEnd}`;
  });
  const done = wire === "openai-chat" ? `data: [DONE]${lineEnd}${lineEnd}` : "";
  return new TextEncoder().encode(blocks.join("") + done);
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface LoopbackServer extends AsyncDisposable {
  url: string;
  /** How many connections were made in all. */
  connections(): number;
}

export async function serve(handler: Handler): Promise<LoopbackServer> {
  let connections = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => handler(request, response, Buffer.concat(pieces).toString("utf8")));
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export const eventStream = { "content-type": "text/event-stream" };

const chatChunk = (delta: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const responsesCall = { type: "function_call", id: "fc_1", call_id: "c1", name: "Write" };

/** The same reply in every wire: a text, then a call of Write with two arguments, in small pieces. */
export const callReply: Record<WireId, unknown[]> = {
  anthropic: [
    { type: "message_start", message: { id: "m1", usage: { input_tokens: 10, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "好的。" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "t1", name: "Write", input: {} },
    },
    {
      type: "content_block_delta",
      index: 1,
      delta: { type: "input_json_delta", partial_json: '{"path":"a.txt"' },
    },
    {
      type: "content_block_delta",
      index: 1,
      delta: { type: "input_json_delta", partial_json: ',"content":"你好"}' },
    },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ],
  "openai-chat": [
    chatChunk({ role: "assistant", content: "" }),
    chatChunk({ content: "好的。" }),
    chatChunk({ tool_calls: [{ index: 0, id: "t1", function: { name: "Write", arguments: "" } }] }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":"a.txt"' } }] }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: ',"content":"你好"}' } }] }),
    chatChunk({}, "tool_calls"),
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 } },
  ],
  "openai-responses": [
    { type: "response.created", response: { id: "r1" } },
    { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "m1", content: [] } },
    { type: "response.output_text.delta", output_index: 0, item_id: "m1", delta: "好的。" },
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", id: "m1", content: [{ type: "output_text", text: "好的。" }] },
    },
    { type: "response.output_item.added", output_index: 1, item: { ...responsesCall, arguments: "" } },
    { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"path":"a.txt"' },
    { type: "response.function_call_arguments.delta", output_index: 1, delta: ',"content":"你好"}' },
    {
      type: "response.function_call_arguments.done",
      output_index: 1,
      arguments: '{"path":"a.txt","content":"你好"}',
    },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { ...responsesCall, arguments: '{"path":"a.txt","content":"你好"}' },
    },
    {
      type: "response.completed",
      response: { status: "completed", usage: { input_tokens: 10, output_tokens: 20 } },
    },
  ],
};

export const callContent = [
  { type: "text", text: "好的。" },
  { type: "call", name: "Write", input: { path: "a.txt", content: "你好" } },
];
