import { describe, expect, it } from "vitest";
import type { ModelEvent, ModelRequest } from "../model/model.ts";
import { createInProcessModel } from "./in-process-model.ts";
import type { Script } from "./script.ts";

const request: ModelRequest = {
  system: "s",
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  tools: [],
  place: { agent: "main", iteration: 1 },
};

async function collect(script: Script, signal = AbortSignal.timeout(5_000)): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of createInProcessModel(script).stream(request, signal)) events.push(event);
  return events;
}

describe("createInProcessModel", () => {
  it("streams deltas in order and ends with the whole reply", async () => {
    const turn = {
      reasoning: "hm",
      text: "hello",
      calls: [{ name: "A", input: { x: 1 } }],
      chunk: 4,
      usage: { input: 7 },
    };
    expect(await collect([turn])).toEqual([
      { type: "reasoning", delta: "hm" },
      { type: "text", delta: "hell" },
      { type: "text", delta: "o" },
      { type: "call", index: 0, name: "A", delta: '{"x"' },
      { type: "call", index: 0, name: "A", delta: ":1}" },
      {
        type: "finished",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "hello" },
          { type: "call", name: "A", input: { x: 1 } },
        ],
        stop: "calls",
        usage: { input: 7, output: 4, cacheRead: 0, cacheWrite: 0, reasoning: 1 },
      },
    ]);
  });

  it("marks arguments that are no JSON", async () => {
    const events = await collect([{ calls: [{ name: "A", rawArguments: '{"x' }] }]);
    expect(events.at(-1)).toMatchObject({
      content: [{ name: "A", input: {}, defect: { kind: "invalid-json", raw: '{"x' } }],
    });
  });

  it("never throws: a failing script and an abort end the stream", async () => {
    const failing = await collect(() => {
      throw new Error("oops");
    });
    expect(failing).toMatchObject([{ type: "failed", error: { code: "internal", detail: "oops" } }]);
    const aborted = await collect([{ text: "x", delayMs: 60_000 }], AbortSignal.timeout(10));
    expect(aborted).toMatchObject([{ type: "failed", error: { code: "cancelled" } }]);
  });
});
