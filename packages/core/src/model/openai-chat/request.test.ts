import { describe, expect, it } from "vitest";
import { createConversation, pixelBase64, readSchema } from "../conversation.fixture.ts";
import { createTarget, hello } from "../wire.fixture.ts";
import { openaiChat } from "./index.ts";
import { buildChatRequest } from "./request.ts";

const conversation = createConversation({
  reasoning: { reasoningDetails: [{ type: "reasoning.text", text: "own thought", signature: "s" }] },
  call: { extraContent: { google: { thought_signature: "g" } } },
});
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${pixelBase64}` } };

/** Results follow their calls at once; their images, and a prompt that came between them, stand behind them. */
const messages = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
  { role: "assistant", content: "A dot." },
  { role: "user", content: "Read both." },
  {
    role: "assistant",
    content: "Reading.",
    reasoning_content: "own thought",
    reasoning_details: [{ type: "reasoning.text", text: "own thought", signature: "s" }],
    tool_calls: [
      {
        id: "call_a",
        type: "function",
        function: { name: "Read", arguments: '{"path":"a.png"}' },
        extra_content: { google: { thought_signature: "g" } },
      },
      { id: "call_b", type: "function", function: { name: "bad_name", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "call_a", content: "a.png:\n[image/png]" },
  { role: "tool", tool_call_id: "call_b", content: "Unknown tool" },
  { role: "user", content: [image] },
  { role: "user", content: "Hurry." },
];

describe("buildChatRequest", () => {
  it("writes a conversation as chat completions demand", () => {
    const quirks = { reasoningBack: "reasoning_content", maxTemperature: 1 } as const;
    expect(buildChatRequest(conversation, createTarget({ quirks }))).toEqual({
      model: "model-1",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1_000,
      temperature: 1,
      messages,
      tools: [
        { type: "function", function: { name: "Read", description: "Reads a file", parameters: readSchema } },
      ],
      parallel_tool_calls: true,
    });
  });

  it("sends only what everybody takes where nothing is asked for", () => {
    expect(buildChatRequest(hello, createTarget({ quirks: { noStreamOptions: true } }))).toEqual({
      model: "model-1",
      stream: true,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
    });
  });

  it("follows the quirks of a provider", () => {
    const built = buildChatRequest(
      { ...conversation, reasoningEffort: "high" },
      createTarget({
        quirks: {
          maxTokensField: "max_completion_tokens",
          noParallelToolCalls: true,
          shortCallIds: true,
          reasoningEffort: "reasoning_effort",
        },
      }),
    );
    expect(built).toMatchObject({ max_completion_tokens: 1_000, temperature: 1.5, reasoning_effort: "high" });
    expect(built).not.toHaveProperty("max_tokens");
    expect(built).not.toHaveProperty("parallel_tool_calls");
    const text = JSON.stringify(built);
    expect(text).not.toContain("reasoning_content");
    const ids = [...text.matchAll(/"(?:id|tool_call_id)":"([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(ids).toHaveLength(4);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/);
    expect([ids[0], ids[1]]).toEqual([ids[2], ids[3]]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("gives a call its reasoning field even where nothing was thought", () => {
    const built = buildChatRequest(
      {
        ...hello,
        messages: [
          {
            role: "assistant",
            model: "x/y",
            content: [{ type: "call", callId: "call_a", name: "Read", input: {} }],
          },
        ],
      },
      createTarget({ quirks: { reasoningBack: "reasoning_content" } }),
    );
    expect((built["messages"] as unknown[])[1]).toEqual({
      role: "assistant",
      content: null,
      reasoning_content: "",
      tool_calls: [{ id: "call_a", type: "function", function: { name: "Read", arguments: "{}" } }],
    });
  });

  it("marks the prefix where marks are understood", () => {
    const built = buildChatRequest(
      hello,
      createTarget({ quirks: { cacheMarks: true, reasoningEffort: "reasoning" } }),
    );
    const cache_control = { type: "ephemeral" };
    expect(built["messages"]).toEqual([
      { role: "system", content: [{ type: "text", text: "Be brief.", cache_control }] },
      { role: "user", content: [{ type: "text", text: "hi", cache_control }] },
    ]);
  });

  it("does not ask OpenAI's first reasoning models for parallel calls", () => {
    expect(buildChatRequest(conversation, createTarget({ model: "o3-mini" }))).not.toHaveProperty(
      "parallel_tool_calls",
    );
  });
});

describe("openaiChat", () => {
  it("finds its endpoint and sends the key as a bearer token", () => {
    expect(openaiChat.url("https://api.deepseek.com/v1/")).toBe(
      "https://api.deepseek.com/v1/chat/completions",
    );
    expect(openaiChat.url("https://host/v1/chat/completions")).toBe("https://host/v1/chat/completions");
    expect(openaiChat.headers("k")).toEqual({ authorization: "Bearer k" });
    expect(openaiChat.headers(undefined)).toEqual({});
  });
});
