import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model/model.ts";
import { createTranslate } from "../protocol/index.ts";
import type { ContextUnit } from "./context.ts";
import { fitContext } from "./fit-context.ts";

const t = createTranslate("zh-CN");
const user = (text: string): ContextUnit => ({
  seq: 0,
  messages: [{ role: "user", content: [{ type: "text", text }] }],
});

function reply(calls: number, size: number, id: number): ContextUnit {
  const ids = Array.from({ length: calls }, (_, index) => `call_${id}_${index}`);
  return {
    seq: 0,
    messages: [
      {
        role: "assistant",
        model: "m",
        content: [
          { type: "text", text: "a".repeat(size) },
          ...ids.map((callId) => ({ type: "call" as const, callId, name: "T", input: {} })),
        ],
      },
      ...ids.map((callId): ModelMessage => ({
        role: "tool",
        callId,
        name: "T",
        isError: false,
        content: [{ type: "text", text: "word ".repeat(size) }],
      })),
    ],
  };
}

const units = fc.array(
  fc.oneof(
    fc.nat(400).map((size) => user("u ".repeat(size))),
    fc.tuple(fc.nat(4), fc.nat(400), fc.nat()).map(([calls, size, id]) => reply(calls, size, id)),
  ),
  { minLength: 1, maxLength: 40 },
);

describe("fitContext", () => {
  it("leaves what fits untouched", async () => {
    const all = [user("one"), reply(2, 10, 1), user("two")];
    expect(await fitContext(all, 10_000, t)).toEqual(all.flatMap((unit) => unit.messages));
  });

  it("says how many messages it left out, in the words of the source documents", async () => {
    const all = [user("first"), reply(1, 2_000, 1), reply(1, 2_000, 2), user("last")];
    const fitted = await fitContext(all, 500, t);
    expect(fitted[0]).toEqual(all[0]?.messages[0]);
    expect(fitted[1]).toEqual({ role: "user", content: [{ type: "text", text: "[前 4 条消息已省略]" }] });
    expect(fitted.at(-1)).toEqual(all.at(-1)?.messages[0]);
  });

  it("never parts a call from its result, at any budget, and keeps the first and the newest", async () => {
    await fc.assert(
      fc.asyncProperty(units, fc.nat(3_000), async (all, budget) => {
        const fitted = await fitContext(all, budget, t);
        const called = fitted.flatMap((message) =>
          message.role === "assistant"
            ? message.content.flatMap((part) => (part.type === "call" ? [part.callId] : []))
            : [],
        );
        const answered = fitted.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
        expect(answered).toEqual(called);
        expect(fitted[0]).toBe(all[0]?.messages[0]);
        expect(fitted.at(-1)).toBe(all.at(-1)?.messages.at(-1));
      }),
      { numRuns: 200 },
    );
  });
});
