import { afterEach, describe, expect, it } from "vitest";
import { postRaw } from "./raw-client.ts";
import { startScriptedModel, type ScriptedModel } from "./scripted-model.ts";
import type { Turn } from "./script.ts";

let server: ScriptedModel;
afterEach(() => server.close());

interface Event {
  event: string | undefined;
  data: Record<string, unknown>;
}

/** Parses a stream the way its specification says, by hand. */
function parseStream(text: string): { events: Event[]; done: boolean } {
  expect(text.endsWith("\n\n")).toBe(true);
  const events: Event[] = [];
  let done = false;
  for (const block of text.slice(0, -2).split("\n\n")) {
    const lines = block.split("\n");
    if (lines.every((line) => line.startsWith(":"))) continue;
    const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
    const data = lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "";
    if (data === "[DONE]") done = true;
    else events.push({ event, data: JSON.parse(data) as Record<string, unknown> });
  }
  return { events, done };
}

const turn: Turn = {
  reasoning: "先想一想",
  text: "你好, I look 👀 around.",
  calls: [
    { name: "Read", input: { file_path: "a.md" } },
    { name: "Glob", input: { pattern: "*" } },
  ],
  usage: { input: 100, output: 20, cacheRead: 60, cacheWrite: 10, reasoning: 5 },
  chunk: 4,
};

async function ask(path: string, body: Record<string, unknown>, script: Turn[] = [turn]) {
  server = await startScriptedModel(script);
  const reply = await postRaw(`${server.url}/v1${path}`, { model: "m-1", ...body });
  expect(reply.status).toBe(200);
  return reply;
}

describe("the Anthropic wire", () => {
  const body = { system: "s", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };

  it("streams blocks with indices, ids, signature and usage where the vendor has them", async () => {
    const reply = await ask("/messages", { ...body, stream: true });
    expect(reply.headers["content-type"]).toMatch(/^text\/event-stream/);
    const { events, done } = parseStream(reply.text);
    expect(done).toBe(false);
    for (const { event, data } of events) expect(event).toBe(data["type"]);
    const data = events.map((entry) => entry.data);
    expect(data[0]).toMatchObject({
      type: "message_start",
      message: { type: "message", role: "assistant", model: "m-1", content: [], stop_reason: null },
    });
    expect(data[0]).toMatchObject({
      message: { usage: { input_tokens: 30, cache_read_input_tokens: 60, cache_creation_input_tokens: 10 } },
    });
    const starts = data.filter((entry) => entry["type"] === "content_block_start");
    expect(starts.map((entry) => entry["index"])).toEqual([0, 1, 2, 3]);
    expect(starts.map((entry) => (entry["content_block"] as Record<string, unknown>)["type"])).toEqual([
      "thinking",
      "text",
      "tool_use",
      "tool_use",
    ]);
    const ids = starts
      .slice(2)
      .map((entry) => String((entry["content_block"] as Record<string, unknown>)["id"]));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^toolu_/);
    const deltas = data.filter((entry) => entry["type"] === "content_block_delta");
    const joined = (index: number, field: string) =>
      deltas
        .filter((entry) => entry["index"] === index)
        .map((entry) => (entry["delta"] as Record<string, string>)[field] ?? "")
        .join("");
    expect(joined(0, "thinking")).toBe("先想一想");
    expect(joined(0, "signature")).not.toBe("");
    expect(joined(1, "text")).toBe("你好, I look 👀 around.");
    expect(JSON.parse(joined(2, "partial_json"))).toEqual({ file_path: "a.md" });
    expect(JSON.parse(joined(3, "partial_json"))).toEqual({ pattern: "*" });
    expect(data.at(-2)).toMatchObject({ type: "message_delta", delta: { stop_reason: "tool_use" } });
    expect(data.at(-2)).toMatchObject({ usage: { output_tokens: 20 } });
    expect(data.at(-1)).toEqual({ type: "message_stop" });
  });

  it("answers in one piece where no stream is asked for", async () => {
    const reply = await ask("/messages", body);
    expect(JSON.parse(reply.text)).toMatchObject({
      type: "message",
      stop_reason: "tool_use",
      content: [
        { type: "thinking", thinking: "先想一想" },
        { type: "text", text: "你好, I look 👀 around." },
        { type: "tool_use", name: "Read", input: { file_path: "a.md" } },
        { type: "tool_use", name: "Glob", input: { pattern: "*" } },
      ],
      usage: { output_tokens: 20 },
    });
  });

  it.each([
    ["end", "end_turn"],
    ["length", "max_tokens"],
    ["refusal", "refusal"],
  ] as const)("stop %s is %s", async (stop, reason) => {
    const reply = await ask("/messages", { ...body, stream: true }, [{ text: "x", stop }]);
    const { events } = parseStream(reply.text);
    expect(events.at(-2)?.data).toMatchObject({ delta: { stop_reason: reason } });
  });
});

describe("the OpenAI chat wire", () => {
  const body = { messages: [{ role: "user", content: "hi" }] };
  const choice = (event: Event) => (event.data["choices"] as Record<string, unknown>[])[0] ?? {};
  const delta = (event: Event) => (choice(event)["delta"] ?? {}) as Record<string, unknown>;
  const joined = (events: Event[], field: string) =>
    events.map((event) => (delta(event) as Record<string, string | null>)[field] ?? "").join("");

  it("streams chunks, calls by index with arguments in pieces, usage last and only when asked for", async () => {
    const reply = await ask("/chat/completions", {
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    });
    const { events, done } = parseStream(reply.text);
    expect(done).toBe(true);
    expect(reply.text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(new Set(events.map((event) => event.data["id"])).size).toBe(1);
    expect(new Set(events.map((event) => event.data["object"]))).toEqual(new Set(["chat.completion.chunk"]));
    expect(events.every((event) => event.event === undefined)).toBe(true);
    const last = events.pop();
    expect(last?.data).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 60 },
      },
    });
    for (const event of events) expect(event.data["usage"]).toBeNull();
    expect(events[0] && delta(events[0])).toMatchObject({ role: "assistant" });
    expect(joined(events, "reasoning_content")).toBe("先想一想");
    expect(joined(events, "content")).toBe("你好, I look 👀 around.");
    const calls = events.flatMap((event) => (delta(event)["tool_calls"] ?? []) as Record<string, unknown>[]);
    for (const index of [0, 1]) {
      const own = calls.filter((call) => call["index"] === index);
      expect(own[0]).toMatchObject({
        type: "function",
        function: { name: index === 0 ? "Read" : "Glob", arguments: "" },
      });
      expect(own[0]?.["id"]).toMatch(/^call_/);
      expect(own.slice(1).every((call) => !("id" in call))).toBe(true);
      const text = own.map((call) => (call["function"] as Record<string, string>)["arguments"]).join("");
      expect(JSON.parse(text)).toEqual(index === 0 ? { file_path: "a.md" } : { pattern: "*" });
    }
    const end = events.at(-1);
    expect(end && choice(end)).toMatchObject({ finish_reason: "tool_calls", delta: {} });
  });

  it("sends no usage unasked", async () => {
    const reply = await ask("/chat/completions", { ...body, stream: true });
    expect(parseStream(reply.text).events.some((event) => "usage" in event.data)).toBe(false);
  });

  it("answers in one piece where no stream is asked for", async () => {
    const reply = await ask("/chat/completions", body);
    expect(JSON.parse(reply.text)).toMatchObject({
      object: "chat.completion",
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "你好, I look 👀 around.",
            reasoning_content: "先想一想",
            tool_calls: [
              { type: "function", function: { name: "Read", arguments: '{"file_path":"a.md"}' } },
              { type: "function", function: { name: "Glob" } },
            ],
          },
        },
      ],
      usage: { total_tokens: 120 },
    });
  });

  it("says a refusal in its own field, and a filter as its own reason", async () => {
    const reply = await ask("/chat/completions", { ...body, stream: true }, [
      { text: "I won't.", stop: "refusal" },
    ]);
    const { events } = parseStream(reply.text);
    expect(joined(events, "refusal")).toBe("I won't.");
    await server.close();
    const filtered = await ask("/chat/completions", { ...body, stream: true }, [
      { text: "x", stop: "filter" },
    ]);
    const end = parseStream(filtered.text).events.at(-1);
    expect(end && choice(end)).toMatchObject({ finish_reason: "content_filter" });
  });

  it("sends ids and arguments as badly as the script wants", async () => {
    const calls = [
      { name: "A", id: "same" },
      { name: "B", id: "same" },
      { name: "C", id: null },
      { name: "D", id: "x".repeat(5_000), rawArguments: '{"cut": "in the mid' },
    ];
    const reply = await ask("/chat/completions", { ...body, stream: true }, [{ calls, chunk: 1_000 }]);
    const sent = parseStream(reply.text).events.flatMap(
      (event) => (delta(event)["tool_calls"] ?? []) as Record<string, unknown>[],
    );
    const heads = sent.filter((call) => "name" in (call["function"] as object));
    expect(heads.map((call) => call["id"])).toEqual(["same", "same", undefined, "x".repeat(5_000)]);
    expect(sent.at(-1)).toEqual({ index: 3, function: { arguments: '{"cut": "in the mid' } });
  });
});

describe("the OpenAI responses wire", () => {
  const body = {
    instructions: "s",
    input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }],
  };

  it("streams items by output index, numbered, and repeats them whole at the end", async () => {
    const reply = await ask("/responses", { ...body, stream: true });
    const { events, done } = parseStream(reply.text);
    expect(done).toBe(false);
    for (const { event, data } of events) expect(event).toBe(data["type"]);
    expect(events.map((event) => event.data["sequence_number"])).toEqual(events.map((_, index) => index));
    expect(events.slice(0, 2).map((event) => event.event)).toEqual([
      "response.created",
      "response.in_progress",
    ]);
    expect(events[0]?.data).toMatchObject({ response: { status: "in_progress", output: [], usage: null } });
    const items = events
      .filter((event) => event.event === "response.output_item.done")
      .map((event) => event.data);
    expect(items.map((item) => item["output_index"])).toEqual([0, 1, 2, 3]);
    const added = events
      .filter((event) => event.event === "response.output_item.added")
      .map((event) => event.data);
    expect(added[1]).toMatchObject({ item: { type: "message", status: "in_progress", content: [] } });
    expect(added[2]).toMatchObject({ item: { type: "function_call", name: "Read", arguments: "" } });
    const joined = (type: string, index: number) =>
      events
        .filter((event) => event.event === type && event.data["output_index"] === index)
        .map((event) => event.data["delta"])
        .join("");
    expect(joined("response.reasoning_summary_text.delta", 0)).toBe("先想一想");
    expect(joined("response.output_text.delta", 1)).toBe("你好, I look 👀 around.");
    expect(joined("response.function_call_arguments.delta", 2)).toBe('{"file_path":"a.md"}');
    expect(joined("response.function_call_arguments.delta", 3)).toBe('{"pattern":"*"}');
    const last = events.at(-1);
    expect(last?.event).toBe("response.completed");
    expect(last?.data).toMatchObject({
      response: {
        status: "completed",
        output: items.map((entry) => entry["item"]),
        usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 60 }, output_tokens: 20 },
      },
    });
    expect(items[2]).toMatchObject({ item: { call_id: expect.stringMatching(/^call_/) as string } });
  });

  it("answers in one piece where no stream is asked for", async () => {
    const reply = await ask("/responses", body);
    expect(JSON.parse(reply.text)).toMatchObject({
      object: "response",
      status: "completed",
      output: [
        { type: "reasoning", encrypted_content: expect.any(String) as string },
        { type: "message", content: [{ type: "output_text", text: "你好, I look 👀 around." }] },
        { type: "function_call", name: "Read" },
        { type: "function_call", name: "Glob" },
      ],
    });
  });

  it("ends incomplete at a limit or a filter, and says a refusal as such", async () => {
    const cut = await ask("/responses", { ...body, stream: true }, [{ text: "x", stop: "length" }]);
    expect(parseStream(cut.text).events.at(-1)?.data).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    });
    await server.close();
    const refused = await ask("/responses", { ...body, stream: true }, [{ text: "No.", stop: "refusal" }]);
    const { events } = parseStream(refused.text);
    expect(events.find((event) => event.event === "response.refusal.delta")?.data["delta"]).toBe("No.");
  });
});
