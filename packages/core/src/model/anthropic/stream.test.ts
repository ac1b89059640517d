import { describe, expect, it } from "vitest";
import { collect, createTestModel, outcome, replayClient, toSse } from "../wire.fixture.ts";

const start = { type: "message_start", message: { id: "m1", usage: { input_tokens: 3, output_tokens: 1 } } };
const open = (index: number, content_block: unknown) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, type: string, more: object) => ({
  type: "content_block_delta",
  index,
  delta: { type, ...more },
});
const close = (index: number) => ({ type: "content_block_stop", index });
const text = (index: number, words: string) => [
  open(index, { type: "text", text: "" }),
  delta(index, "text_delta", { text: words }),
  close(index),
];
const end = (stop_reason: string, usage: object = { output_tokens: 9 }) => [
  { type: "message_delta", delta: { stop_reason }, usage },
  { type: "message_stop" },
];
const tool = (index: number, name: string, json: string) => [
  open(index, { type: "tool_use", id: `t${index}`, name, input: {} }),
  delta(index, "input_json_delta", { partial_json: json }),
  close(index),
];

async function read(...events: unknown[]) {
  return outcome(await collect(createTestModel("anthropic", replayClient([toSse("anthropic", events)]))));
}

describe("createAnthropicParser", () => {
  it("keeps thoughts with their signatures, and those it may not read", async () => {
    const last = await read(
      start,
      open(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, "thinking_delta", { thinking: "one" }),
      delta(0, "signature_delta", { signature: "s1" }),
      close(0),
      open(1, { type: "redacted_thinking", data: "xyz" }),
      close(1),
      open(2, { type: "thinking", thinking: "two", signature: "s2" }),
      close(2),
      ...text(3, "say"),
      ...end("end_turn"),
    );
    expect(last.content).toEqual([
      { type: "reasoning", text: "one", opaque: { signature: "s1" } },
      { type: "reasoning", text: "", opaque: { redacted: "xyz" } },
      { type: "reasoning", text: "two", opaque: { signature: "s2" } },
      { type: "text", text: "say" },
    ]);
  });

  it.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["pause_turn", "end"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "refusal"],
    ["something_new", "end"],
  ])("reads %s as %s", async (reason, stop) => {
    expect(await read(start, ...text(0, "x"), ...end(reason))).toMatchObject({ type: "finished", stop });
  });

  it("says calls where there are calls and only there", async () => {
    expect(await read(start, ...tool(0, "A", ""), ...end("end_turn"))).toMatchObject({ stop: "calls" });
    expect(await read(start, ...text(0, "x"), ...end("tool_use"))).toMatchObject({ stop: "end" });
  });

  it.each([
    ["", "tool_use", { input: {} }],
    ['{"a":1}', "tool_use", { input: { a: 1 } }],
    ['{"a":', "tool_use", { input: {}, defect: { kind: "invalid-json", raw: '{"a":' } }],
    ["[]", "tool_use", { input: {}, defect: { kind: "not-an-object", raw: "[]" } }],
    ['{"a":', "max_tokens", { input: {}, defect: { kind: "cut", raw: '{"a":' } }],
    ["", "max_tokens", { input: {}, defect: { kind: "cut", raw: "" } }],
    ['{"a":1}', "max_tokens", { input: { a: 1 } }],
  ])("arguments %j before %s", async (json, reason, expected) => {
    const last = await read(start, ...tool(0, "A", json), ...end(reason));
    expect(last.content).toEqual([{ type: "call", name: "A", ...expected }]);
  });

  it("takes arguments that come with the start of the block, once", async () => {
    const block = open(0, { type: "tool_use", id: "t", name: "A", input: { a: 1 } });
    expect((await read(start, block, close(0), ...end("tool_use"))).content).toEqual([
      { type: "call", name: "A", input: { a: 1 } },
    ]);
    const again = delta(0, "input_json_delta", { partial_json: '{"a":1}' });
    expect((await read(start, block, again, close(0), ...end("tool_use"))).content).toEqual([
      { type: "call", name: "A", input: { a: 1 } },
    ]);
  });

  it("counts everything that was read", async () => {
    const usage = {
      input_tokens: 2,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 30,
      output_tokens: 9,
    };
    expect(await read(start, ...text(0, "x"), ...end("end_turn", usage))).toMatchObject({
      usage: { input: 133, output: 9, cacheRead: 100, cacheWrite: 30 },
    });
  });

  it("reads blocks that all have the same index", async () => {
    const last = await read(
      start,
      ...text(0, "a"),
      ...tool(0, "A", "{}"),
      ...tool(0, "B", "{}"),
      ...end("tool_use"),
    );
    expect(last.content.map((part) => part.type)).toEqual(["text", "call", "call"]);
  });

  it.each([
    [
      "another message inside this one",
      [start, ...text(0, "a"), { ...start, message: { id: "m2" } }, ...text(0, "b"), ...end("end_turn")],
    ],
    [
      "a block inside a block",
      [start, open(0, { type: "text", text: "" }), open(0, { type: "text", text: "" })],
    ],
    [
      "arguments of no block",
      [start, delta(4, "input_json_delta", { partial_json: "{}" }), ...end("tool_use")],
    ],
  ])("does not take %s for one reply", async (_name, events) => {
    expect(await read(...events)).toMatchObject({
      type: "failed",
      error: { code: "model-stream-broken", retryable: true },
    });
  });

  it.each([
    ["overloaded_error", "model-overloaded"],
    ["rate_limit_error", "model-rate-limited"],
    ["api_error", "model-overloaded"],
    ["invalid_request_error", "model-rejected"],
    ["authentication_error", "model-auth"],
  ])("reads an error event of type %s as %s, with what had come", async (type, code) => {
    const last = await read(start, ...text(0, "part"), { type: "error", error: { type, message: "why" } });
    expect(last).toMatchObject({
      type: "failed",
      error: { code, detail: "why" },
      content: [{ type: "text", text: "part" }],
      usage: { input: 3, output: 1 },
    });
  });

  it("calls a reply with nothing in it empty", async () => {
    expect(await read(start, ...end("end_turn"))).toMatchObject({
      type: "failed",
      error: { code: "model-empty-reply" },
    });
  });
});
