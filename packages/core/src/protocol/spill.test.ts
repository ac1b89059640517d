import { describe, expect, it } from "vitest";
import { maxEventChars, type EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import { cutText, spill, unspill } from "./spill.ts";

function createBlobs() {
  const blobs = new Map<string, string>();
  return {
    put: async (text: string) => {
      const id = blobs.size.toString(16).padStart(64, "0");
      blobs.set(id, text);
      return id;
    },
    get: async (blob: string) => blobs.get(blob) ?? "",
  };
}

const call = (input: Record<string, unknown>): EventDraft<"tool.called"> => ({
  type: "tool.called",
  callId: createId("call"),
  messageId: createId("msg"),
  name: "Write",
  input,
});

describe("spill", () => {
  it("leaves an event that fits as it is", async () => {
    const event = call({ path: "a", content: "short" });
    expect(await spill(event, createBlobs().put)).toBe(event);
  });

  it.each([
    ["one long string", { path: "a", content: "x".repeat(500_000) }],
    ["Chinese and emoji", { content: "龙😀".repeat(100_000) }],
    ["strings inside lists", { edits: [{ text: "y".repeat(90_000) }, { text: "z".repeat(90_000) }] }],
    ["very many short strings", { list: Array.from({ length: 60_000 }, (_, index) => `item ${index}`) }],
    ["control characters that grow in JSON", { content: "\u0001".repeat(100_000) }],
  ])("brings %s back whole", async (_, input) => {
    const { put, get } = createBlobs();
    const spilled = await spill(call(input), put);
    expect(JSON.stringify(spilled).length).toBeLessThanOrEqual(maxEventChars);
    expect(await unspill(spilled.input, spilled.blobs, "input", get)).toEqual(input);
  });

  it("never cuts inside a character", () => {
    expect(cutText("a😀", 2)).toBe("a");
    expect(cutText("ab", 5)).toBe("ab");
  });
});
