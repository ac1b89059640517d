import { describe, expect, it } from "vitest";
import { collect, createTestModel, joinDeltas, outcome, replayClient, toSse } from "../wire.fixture.ts";

const added = (output_index: number, item: object) => ({
  type: "response.output_item.added",
  output_index,
  item,
});
const itemDone = (output_index: number, item: object) => ({
  type: "response.output_item.done",
  output_index,
  item,
});
const completed = (response: object = {}) => ({
  type: "response.completed",
  response: { status: "completed", usage: { input_tokens: 8, output_tokens: 4 }, ...response },
});
const message = { type: "message", id: "m" };
const said = (text: string) => [
  added(0, message),
  { type: "response.output_text.delta", output_index: 0, delta: text },
  itemDone(0, { ...message, content: [{ type: "output_text", text }] }),
];

async function events(...list: unknown[]) {
  return joinDeltas(
    await collect(createTestModel("openai-responses", replayClient([toSse("openai-responses", list)]))),
  );
}
async function read(...list: unknown[]) {
  return outcome(await events(...list));
}

describe("createResponsesParser", () => {
  it("keeps reasoning items to send them back", async () => {
    const summary = [
      { type: "summary_text", text: "one" },
      { type: "summary_text", text: "two" },
    ];
    const item = { type: "reasoning", id: "rs", summary, encrypted_content: "enc" };
    const last = await read(
      { type: "response.created", response: {} },
      added(0, { type: "reasoning", id: "rs", summary: [], encrypted_content: "early" }),
      { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 0 },
      { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "one" },
      { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 1 },
      { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "two" },
      itemDone(0, { ...item, status: "completed" }),
      added(1, message),
      { type: "response.output_text.delta", output_index: 1, delta: "say" },
      completed({
        usage: {
          input_tokens: 8,
          output_tokens: 4,
          input_tokens_details: { cached_tokens: 6 },
          output_tokens_details: { reasoning_tokens: 3 },
        },
      }),
    );
    expect(last).toEqual({
      type: "finished",
      stop: "end",
      usage: { input: 8, output: 4, cacheRead: 6, reasoning: 3 },
      content: [
        { type: "reasoning", text: "one\n\ntwo", opaque: { item } },
        { type: "text", text: "say" },
      ],
    });
  });

  it("keeps no reasoning item that could not be sent back", async () => {
    const last = await read(
      itemDone(0, { type: "reasoning", id: "rs", summary: [{ text: "why" }] }),
      ...said("x"),
      completed(),
    );
    expect(last.content[0]).toEqual({ type: "reasoning", text: "why" });
  });

  it("reads parallel calls and gives their deltas once", async () => {
    const call = (name: string, text: string) => ({
      type: "function_call",
      name,
      call_id: name,
      arguments: text,
    });
    const list = await events(
      added(0, call("A", "")),
      added(1, call("B", "")),
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"b":2}' },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"a"' },
      { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"a":1}' },
      itemDone(0, call("A", '{"a":1}')),
      itemDone(1, call("B", '{"b":2}')),
      itemDone(2, call("C", '{"c":3}')),
      completed(),
    );
    const inputs: Record<string, string> = {};
    for (const event of list)
      if (event.type === "call") inputs[event.name] = (inputs[event.name] ?? "") + event.delta;
    expect(inputs).toEqual({ A: '{"a":1}', B: '{"b":2}', C: '{"c":3}' });
    expect(outcome(list)).toMatchObject({
      stop: "calls",
      content: [
        { name: "A", input: { a: 1 } },
        { name: "B", input: { b: 2 } },
        { name: "C", input: { c: 3 } },
      ],
    });
  });

  it("takes text that did not come as deltas, and ignores items of tools that ran elsewhere", async () => {
    const last = await read(
      itemDone(0, { type: "web_search_call", id: "ws" }),
      itemDone(1, { ...message, content: [{ type: "output_text", text: "whole" }] }),
      completed(),
    );
    expect(last.content).toEqual([{ type: "text", text: "whole" }]);
  });

  it("tells refusals, filters and limits apart", async () => {
    const incomplete = (reason: string) => ({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason } },
    });
    expect(await read(...said("x"), incomplete("max_output_tokens"))).toMatchObject({ stop: "length" });
    expect(await read(...said("x"), incomplete("content_filter"))).toMatchObject({ stop: "filter" });
    expect(
      await read(
        added(0, message),
        { type: "response.refusal.delta", output_index: 0, delta: "No." },
        completed(),
      ),
    ).toMatchObject({ stop: "refusal", content: [{ type: "text", text: "No." }] });
    const cut = { type: "function_call", name: "A", call_id: "c", arguments: "" };
    expect(
      await read(
        added(0, cut),
        { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"a' },
        incomplete("max_output_tokens"),
      ),
    ).toMatchObject({ stop: "length", content: [{ defect: { kind: "cut", raw: '{"a' } }] });
  });

  it.each([
    [{ type: "error", code: "rate_limit_exceeded", message: "slow" }, "model-rate-limited"],
    [{ type: "error", error: { type: "server_error", message: "slow" } }, "model-overloaded"],
    [
      { type: "response.failed", response: { error: { code: "server_error", message: "slow" } } },
      "model-overloaded",
    ],
    [
      { type: "response.failed", response: { error: { code: "context_length_exceeded", message: "slow" } } },
      "context-overflow",
    ],
    [{ error: { message: "slow", code: 500 } }, "model-overloaded"],
  ])("reads %j as %s", async (event, code) => {
    expect(await read(...said("x"), event)).toMatchObject({
      type: "failed",
      error: { code, detail: "slow" },
    });
  });

  it("does not take arguments of an unknown call", async () => {
    const stray = { type: "response.function_call_arguments.delta", output_index: 5, delta: "{}" };
    expect(await read(stray, completed())).toMatchObject({
      type: "failed",
      error: { code: "model-stream-broken" },
    });
  });
});
