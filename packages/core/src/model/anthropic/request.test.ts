import { describe, expect, it } from "vitest";
import { createConversation, pixelBase64, readSchema } from "../conversation.fixture.ts";
import { createTarget, hello } from "../wire.fixture.ts";
import { anthropic } from "./index.ts";
import { buildAnthropicRequest } from "./request.ts";

const conversation = createConversation({ reasoning: { signature: "sig" } });
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: pixelBase64 } };
const mark = { cache_control: { type: "ephemeral" } };

describe("buildAnthropicRequest", () => {
  it("writes a conversation as the Messages API demands", () => {
    const built = buildAnthropicRequest(
      conversation,
      createTarget({ quirks: { cacheMarks: true, maxTemperature: 1 } }),
    );
    expect(built).toEqual({
      model: "model-1",
      max_tokens: 1_000,
      stream: true,
      temperature: 1,
      system: [{ type: "text", text: "Be brief.", ...mark }],
      tools: [{ name: "Read", description: "Reads a file", input_schema: readSchema, ...mark }],
      messages: [
        { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
        { role: "assistant", content: [{ type: "text", text: "A dot." }] },
        { role: "user", content: [{ type: "text", text: "Read both.", ...mark }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "own thought", signature: "sig" },
            { type: "text", text: "Reading." },
            { type: "tool_use", id: "call_a", name: "Read", input: { path: "a.png" } },
            { type: "tool_use", id: "call_b", name: "bad_name", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "call_a",
              content: [{ type: "text", text: "a.png:" }, image],
            },
            {
              type: "tool_result",
              tool_use_id: "call_b",
              content: [{ type: "text", text: "Unknown tool" }],
              is_error: true,
            },
            { type: "text", text: "Hurry.", ...mark },
          ],
        },
      ],
    });
  });

  it("sends no marks to those who do not know them, and images apart where results take none", () => {
    const built = buildAnthropicRequest(
      conversation,
      createTarget({ quirks: { noImagesInToolResult: true } }),
    );
    expect(JSON.stringify(built)).not.toContain("cache_control");
    const messages = built["messages"] as { content: unknown[] }[];
    expect(messages.at(-1)?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "call_a",
        content: [{ type: "text", text: "a.png:\n[image/png]" }],
      },
      {
        type: "tool_result",
        tool_use_id: "call_b",
        content: [{ type: "text", text: "Unknown tool" }],
        is_error: true,
      },
      image,
      { type: "text", text: "Hurry." },
    ]);
  });

  it("marks images for a model that reads none", () => {
    const target = createTarget({ limits: { context: 1_000, output: 500, images: false } });
    const built = JSON.stringify(buildAnthropicRequest(conversation, target));
    expect(built).not.toContain("base64");
    expect(built).toContain("[image/png]");
  });

  it("gives redacted thoughts back, and never an empty text or an empty error", () => {
    const built = buildAnthropicRequest(
      {
        ...hello,
        system: "",
        messages: [
          ...hello.messages,
          {
            role: "assistant",
            model: "test/model-1",
            content: [
              { type: "reasoning", text: "", opaque: { redacted: "xyz" } },
              { type: "reasoning", text: "unsigned" },
              { type: "text", text: "" },
              { type: "call", callId: "call_a", name: "", input: {} },
            ],
          },
          { role: "tool", callId: "call_a", name: "", isError: true, content: [] },
        ],
      },
      createTarget(),
    );
    expect(built).toEqual({
      model: "model-1",
      max_tokens: 8_192,
      stream: true,
      messages: [
        { role: "user", content: [{ type: "text", text: "hi" }] },
        {
          role: "assistant",
          content: [
            { type: "redacted_thinking", data: "xyz" },
            { type: "tool_use", id: "call_a", name: "unknown", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "call_a",
              content: [{ type: "text", text: "error" }],
              is_error: true,
            },
          ],
        },
      ],
    });
  });

  it.each([
    ["claude-sonnet-5", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-opus-4-6", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-opus-4-1-20250805", { thinking: { type: "enabled", budget_tokens: 2_048 } }],
    ["claude-sonnet-4-20250514", { thinking: { type: "enabled", budget_tokens: 2_048 } }],
    ["claude-haiku-4-5", { thinking: { type: "enabled", budget_tokens: 2_048 } }],
    ["claude-3-5-sonnet-20241022", {}],
  ])("asks %s to think in its own way", (model, expected) => {
    const built = buildAnthropicRequest({ ...hello, reasoningEffort: "low" }, createTarget({ model }));
    const { thinking, output_config } = built;
    expect({ ...(thinking ? { thinking } : {}), ...(output_config ? { output_config } : {}) }).toEqual(
      expected,
    );
  });
});

describe("anthropic", () => {
  it.each([
    ["https://api.anthropic.com/v1", "https://api.anthropic.com/v1/messages"],
    ["https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/messages"],
    ["https://api.anthropic.com", "https://api.anthropic.com/v1/messages"],
    ["https://api.minimaxi.com/anthropic", "https://api.minimaxi.com/anthropic/v1/messages"],
    ["https://host/v1/messages", "https://host/v1/messages"],
    ["https://host/v1?x=1", "https://host/v1/messages?x=1"],
  ])("%s means %s", (baseUrl, url) => {
    expect(anthropic.url(baseUrl)).toBe(url);
  });

  it("sends the key as x-api-key", () => {
    expect(anthropic.headers("k")).toEqual({ "x-api-key": "k", "anthropic-version": "2023-06-01" });
    expect(anthropic.headers(undefined)).toEqual({ "anthropic-version": "2023-06-01" });
  });
});
