import { describe, expect, it } from "vitest";
import { createConversation, pixelBase64, readSchema } from "../conversation.fixture.ts";
import { createTarget, hello } from "../wire.fixture.ts";
import { openaiResponses } from "./index.ts";
import { buildResponsesRequest } from "./request.ts";

const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "enc" };
const conversation = createConversation({ reasoning: { item } });
const image = { type: "input_image", image_url: `data:image/png;base64,${pixelBase64}` };
const user = (content: unknown[]) => ({ type: "message", role: "user", content });
const assistant = (text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});

describe("buildResponsesRequest", () => {
  it("writes a conversation as the Responses API demands", () => {
    const request = { ...conversation, reasoningEffort: "medium" as const };
    expect(buildResponsesRequest(request, createTarget())).toEqual({
      model: "model-1",
      stream: true,
      store: false,
      instructions: "Be brief.",
      max_output_tokens: 1_000,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "medium", summary: "auto" },
      tools: [
        {
          type: "function",
          name: "Read",
          description: "Reads a file",
          parameters: readSchema,
          strict: false,
        },
      ],
      input: [
        user([{ type: "input_text", text: "What is this?" }, image]),
        assistant("A dot."),
        user([{ type: "input_text", text: "Read both." }]),
        item,
        assistant("Reading."),
        { type: "function_call", call_id: "call_a", name: "Read", arguments: '{"path":"a.png"}' },
        { type: "function_call", call_id: "call_b", name: "bad_name", arguments: "{}" },
        {
          type: "function_call_output",
          call_id: "call_a",
          output: [{ type: "input_text", text: "a.png:" }, image],
        },
        { type: "function_call_output", call_id: "call_b", output: "Unknown tool" },
        user([{ type: "input_text", text: "Hurry." }]),
      ],
    });
  });

  it("sends nothing about reasoning to models that have none", () => {
    const request = { ...hello, reasoningEffort: "low" as const, temperature: 0.5 };
    const built = buildResponsesRequest(request, createTarget({ model: "gpt-4.1-mini" }));
    expect(built).not.toHaveProperty("include");
    expect(built).not.toHaveProperty("reasoning");
    expect(built["temperature"]).toBe(0.5);
  });

  it("does not send reasoning that nothing followed from", () => {
    const built = buildResponsesRequest(
      {
        ...hello,
        messages: [
          ...hello.messages,
          {
            role: "assistant",
            model: "test/model-1",
            content: [{ type: "reasoning", text: "", opaque: { item } }],
          },
        ],
      },
      createTarget(),
    );
    expect(built["input"]).toEqual([user([{ type: "input_text", text: "hi" }])]);
  });

  it("sends images apart where results take none", () => {
    const built = buildResponsesRequest(
      conversation,
      createTarget({ quirks: { noImagesInToolResult: true } }),
    );
    const input = built["input"] as unknown[];
    expect(input).toContainEqual({
      type: "function_call_output",
      call_id: "call_a",
      output: "a.png:\n[image/png]",
    });
    expect(input).toContainEqual(user([image]));
  });
});

describe("openaiResponses", () => {
  it("finds its endpoint and sends the key as a bearer token", () => {
    expect(openaiResponses.url("https://api.openai.com/v1")).toBe("https://api.openai.com/v1/responses");
    expect(openaiResponses.headers("k")).toEqual({ authorization: "Bearer k" });
  });
});
