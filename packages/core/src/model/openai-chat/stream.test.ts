import { describe, expect, it } from "vitest";
import { collect, createTestModel, outcome, replayClient, toSse } from "../wire.fixture.ts";
import type { WireQuirks } from "../quirks.ts";

const chunk = (delta: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const toolCalls = (...calls: unknown[]) => chunk({ tool_calls: calls });
const call = (name: string, input: unknown = {}, more = {}) => ({ type: "call", name, input, ...more });

async function read(events: unknown[], quirks: WireQuirks = {}) {
  return outcome(
    await collect(createTestModel("openai-chat", replayClient([toSse("openai-chat", events)]), { quirks })),
  );
}

async function finished(events: unknown[], quirks: WireQuirks = {}) {
  const last = await read(events, quirks);
  if (last.type === "failed") throw last.error;
  return last;
}

describe("calls", () => {
  const whole = (name: string, more = {}) => ({ function: { name, arguments: '{"a":1}' }, ...more });
  const part = (text: string, more = {}) => ({ function: { arguments: text }, ...more });
  const a1 = { a: 1 };
  const cases: [string, unknown[], unknown[]][] = [
    [
      "interleaved by index",
      [
        toolCalls(
          { index: 0, id: "x", function: { name: "A", arguments: "" } },
          { index: 1, id: "y", function: { name: "B", arguments: "" } },
        ),
        toolCalls(part('{"a"', { index: 0 }), part('{"b"', { index: 1 })),
        toolCalls(part(":2}", { index: 1 }), part(":1}", { index: 0 })),
      ],
      [call("A", a1), call("B", { b: 2 })],
    ],
    [
      "without index, by id",
      [toolCalls(whole("A", { id: "x" })), toolCalls(whole("B", { id: "y" }))],
      [call("A", a1), call("B", a1)],
    ],
    [
      "without index or id, going on with the last",
      [
        toolCalls({ id: "x", function: { name: "A", arguments: '{"a"' } }),
        toolCalls(part(":1}")),
        toolCalls(part("", { id: "" })),
      ],
      [call("A", a1)],
    ],
    [
      "a new id at the same index",
      [toolCalls(whole("A", { index: 0, id: "x" })), toolCalls(whole("A", { index: 0, id: "y" }))],
      [call("A", a1), call("A", a1)],
    ],
    [
      "no ids at all",
      [toolCalls(whole("A", { index: 0 })), toolCalls(whole("A", { index: 0 })), toolCalls(whole("B"))],
      [call("A", a1), call("A", a1), call("B", a1)],
    ],
    [
      "the name and id in every delta",
      ['{"a"', ":1", "}"].map((text) =>
        toolCalls({ index: 0, id: "x", function: { name: "A", arguments: text } }),
      ),
      [call("A", a1)],
    ],
    [
      "another id in every delta",
      [
        toolCalls({ index: 0, id: "x", function: { name: "A", arguments: '{"a"' } }),
        toolCalls(part(":1}", { index: 0, id: "z" })),
      ],
      [call("A", a1)],
    ],
    [
      "duplicate ids at different indexes",
      [toolCalls(whole("A", { index: 0, id: "x" }), whole("B", { index: 1, id: "x" }))],
      [call("A", a1), call("B", a1)],
    ],
    [
      "arguments as an object",
      [toolCalls({ index: 0, id: "x", function: { name: "A", arguments: { a: 1 } } })],
      [call("A", a1)],
    ],
    ["no arguments", [toolCalls({ index: 0, id: "x", function: { name: "A" } })], [call("A")]],
    ["no name", [toolCalls(part("{}", { index: 0, id: "x" }))], [call("")]],
    [
      "bad arguments",
      [toolCalls({ index: 0, id: "x", function: { name: "A", arguments: '{"a":' } })],
      [call("A", {}, { defect: { kind: "invalid-json", raw: '{"a":' } })],
    ],
    [
      "a list as arguments",
      [toolCalls({ index: 0, id: "x", function: { name: "A", arguments: "[1]" } })],
      [call("A", {}, { defect: { kind: "not-an-object", raw: "[1]" } })],
    ],
    ["a huge id", [toolCalls(whole("A", { index: 0, id: "x".repeat(100_000) }))], [call("A", a1)]],
  ];
  it.each(cases)("%s", async (_name, events, content) => {
    expect(await finished([...events, chunk({}, "tool_calls")])).toMatchObject({ content, stop: "calls" });
    expect(await finished([...events, chunk({}, "stop")])).toMatchObject({ content, stop: "calls" });
    expect(await finished(events)).toMatchObject({ content, stop: "calls" });
  });

  it("reads a hundred at once", async () => {
    const many = Array.from({ length: 100 }, (_, index) => whole(`T${index}`, { index, id: `c${index}` }));
    const { content } = await finished([toolCalls(...many), chunk({}, "tool_calls")]);
    expect(content).toEqual(many.map(({ function: { name } }) => call(name, a1)));
  });

  it("tells a call that reached the length limit from a bad one", async () => {
    const cut = await finished([
      toolCalls(whole("A", { index: 0, id: "x" })),
      toolCalls({ index: 1, id: "y", function: { name: "B", arguments: '{"text":"lo' } }),
      chunk({}, "length"),
    ]);
    expect(cut).toMatchObject({
      stop: "length",
      content: [call("A", a1), call("B", {}, { defect: { kind: "cut", raw: '{"text":"lo' } })],
    });
  });

  it("keeps a vendor's extra content, and text after a call behind it", async () => {
    const extra_content = { google: { thought_signature: "g" } };
    const { content } = await finished([
      chunk({ content: "before" }),
      toolCalls({ ...whole("A", { index: 0, id: "x" }), extra_content }),
      chunk({ content: "after" }, "tool_calls"),
    ]);
    expect(content).toEqual([
      { type: "text", text: "before" },
      call("A", a1, { opaque: { extraContent: extra_content } }),
      { type: "text", text: "after" },
    ]);
  });
});

describe("reasoning", () => {
  it.each([
    ["reasoning_content", [chunk({ reasoning_content: "think", content: null }), chunk({ content: "say" })]],
    ["reasoning", [chunk({ reasoning: "think", content: "" }), chunk({ content: "say" })]],
    [
      "both fields with the same text",
      [chunk({ reasoning: "think", reasoning_content: "think" }), chunk({ content: "say" })],
    ],
    [
      "a list of parts",
      [
        chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "think" }] }] }),
        chunk({ content: [{ type: "text", text: "say" }] }),
      ],
    ],
    ["a tag in the text", ["<thi", "nk>th", "ink</th", "ink>\n\nsay"].map((content) => chunk({ content }))],
  ])("comes as %s", async (_name, events) => {
    expect((await finished([...events, chunk({}, "stop")])).content).toEqual([
      { type: "reasoning", text: "think" },
      { type: "text", text: "say" },
    ]);
  });

  it("finds later tags only where a provider is known for them", async () => {
    const events = [chunk({ content: "a<think>b</think>c" }, "stop")];
    expect((await finished(events)).content).toEqual([{ type: "text", text: "a<think>b</think>c" }]);
    expect((await finished(events, { inlineThink: true })).content).toEqual([
      { type: "text", text: "a" },
      { type: "reasoning", text: "b" },
      { type: "text", text: "c" },
    ]);
  });

  it("puts details together to send them back", async () => {
    const detail = (more: object) => [{ type: "reasoning.text", index: 0, format: "f", ...more }];
    const { content } = await finished([
      chunk({ reasoning: "th", reasoning_details: detail({ text: "th" }) }),
      chunk({ reasoning: "ink", reasoning_details: detail({ text: "ink" }) }),
      chunk({ reasoning_details: detail({ signature: "s", text: null }) }),
      chunk({ content: "say" }, "stop"),
    ]);
    expect(content[0]).toEqual({
      type: "reasoning",
      text: "think",
      opaque: { reasoningDetails: detail({ text: "think", signature: "s" }) },
    });
  });
});

describe("ends", () => {
  const text = chunk({ content: "x" });
  it.each([
    ["stop", "end"],
    ["length", "length"],
    ["content_filter", "filter"],
    ["sensitive", "filter"],
    ["anything", "end"],
  ])("%s as %s", async (reason, stop) => {
    expect((await finished([text, chunk({}, reason)])).stop).toBe(stop);
  });

  it("as refused", async () => {
    const last = await finished([chunk({ refusal: "I " }), chunk({ refusal: "won't." }), chunk({}, "stop")]);
    expect(last).toMatchObject({ stop: "refusal", content: [{ type: "text", text: "I won't." }] });
  });

  it("without a finish reason but with the marker, and without the marker but with a finish reason", async () => {
    expect((await finished([text])).stop).toBe("end");
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(chunk({ content: "x" }, "stop"))}`);
    const last = outcome(await collect(createTestModel("openai-chat", replayClient([bytes]))));
    expect(last).toMatchObject({ type: "finished", stop: "end", content: [{ type: "text", text: "x" }] });
  });

  it.each([
    ["an empty reply", [chunk({ role: "assistant", content: "" }, "stop")], "model-empty-reply", true],
    ["an error chunk", [text, { error: { message: "boom", code: 502 } }], "model-overloaded", true],
    [
      "an error in a choice",
      [text, { choices: [{ delta: {}, error: { code: 429, message: "x" }, finish_reason: "error" }] }],
      "model-rate-limited",
      true,
    ],
    [
      "a finish reason that is an error",
      [text, chunk({}, "insufficient_system_resource")],
      "model-overloaded",
      true,
    ],
    [
      "a gateway's own error",
      [{ base_resp: { status_code: 1004, status_msg: "login fail" } }],
      "model-auth",
      false,
    ],
    ["a bare message", [text, { code: "DataInspectionFailed", message: "x" }], "model-rejected", false],
  ])("%s", async (_name, events, code, retryable) => {
    const last = await read(events);
    expect(last.type).toBe("failed");
    expect(last).toMatchObject({ error: { code, retryable } });
  });

  it("with what is no JSON as a broken stream that keeps its text", async () => {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(text)}\n\ndata: {"choices":[{"del\n\n`);
    const last = outcome(await collect(createTestModel("openai-chat", replayClient([bytes]))));
    expect(last).toMatchObject({
      type: "failed",
      error: { code: "model-stream-broken" },
      content: [{ type: "text", text: "x" }],
    });
  });
});

describe("usage", () => {
  const text = chunk({ content: "x" }, "stop");
  it.each([
    ["in a last chunk", { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }, { input: 5, output: 2 }],
    [
      "with a cache",
      {
        prompt_tokens: 5,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
      },
      { input: 5, output: 2, cacheRead: 4, cacheWrite: 1 },
    ],
    [
      "as DeepSeek counts",
      { prompt_tokens: 5, completion_tokens: 2, prompt_cache_hit_tokens: 3 },
      { input: 5, output: 2, cacheRead: 3 },
    ],
    [
      "with reasoning beside the rest",
      {
        prompt_tokens: 5,
        completion_tokens: 2,
        total_tokens: 17,
        completion_tokens_details: { reasoning_tokens: 10 },
      },
      { input: 5, output: 12, reasoning: 10 },
    ],
  ])("%s", async (_name, usage, expected) => {
    expect((await finished([text, { choices: [], usage }])).usage).toEqual(expected);
    expect((await finished([{ choices: [{ ...text.choices[0], usage }] }])).usage).toEqual(expected);
  });

  it("is nothing where nobody counts", async () => {
    expect((await finished([text])).usage).toEqual({ input: 0, output: 0 });
  });
});
