import type { ModelRequest } from "./model.ts";

const pixel = Uint8Array.of(1, 2, 3);
export const pixelBase64 = "AQID";

const readTool = {
  name: "Read",
  description: "Reads a file",
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
};
export const readSchema = readTool.inputSchema;

/**
 * A conversation with everything in it: an image from the user, reasoning of this model and of another one, two
 * parallel calls, a result with an image, a result that is an error, and a prompt that came while they ran.
 */
export function createConversation(opaque: {
  reasoning: Record<string, unknown>;
  call?: Record<string, unknown>;
}): ModelRequest {
  return {
    system: "Be brief.",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image", mediaType: "image/png", data: pixel },
          { type: "text", text: " " },
        ],
      },
      {
        role: "assistant",
        model: "other/model",
        content: [
          { type: "reasoning", text: "foreign thought", opaque: opaque.reasoning },
          { type: "text", text: "A dot." },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Read both." }] },
      {
        role: "assistant",
        model: "test/model-1",
        content: [
          { type: "reasoning", text: "own thought", opaque: opaque.reasoning },
          { type: "text", text: "Reading." },
          {
            type: "call",
            callId: "call_a",
            name: "Read",
            input: { path: "a.png" },
            ...(opaque.call ? { opaque: opaque.call } : {}),
          },
          { type: "call", callId: "call_b", name: "bad.name", input: {} },
        ],
      },
      {
        role: "tool",
        callId: "call_a",
        name: "Read",
        isError: false,
        content: [
          { type: "text", text: "a.png:" },
          { type: "image", mediaType: "image/png", data: pixel },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Hurry." }] },
      {
        role: "tool",
        callId: "call_b",
        name: "bad.name",
        isError: true,
        content: [{ type: "text", text: "Unknown tool" }],
      },
    ],
    tools: [readTool],
    maxOutputTokens: 1_000,
    temperature: 1.5,
    place: { agent: "main", iteration: 2 },
  };
}
