import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../model/model.ts";
import { SkillmintError } from "../../protocol/index.ts";
import { createPlaceholders } from "./placeholders.ts";
import { decodeReply, encodeReply } from "./recorded-reply.ts";
import { createFindSecrets } from "./redactor.ts";

const make = (workspace: string) =>
  createPlaceholders({
    folders: [{ name: "workspace", path: workspace }],
    ids: { nameOf: () => undefined, idOf: () => undefined },
    findSecrets: createFindSecrets(["the-secret-of-all"]),
  });

const usage = { input: 3, output: 4, cost: 0.5 };

function play(events: ModelEvent[], from = "/here", to = "/here"): ModelEvent[] {
  const end = events.at(-1);
  if (!end || "delta" in end) throw new Error("no end");
  return decodeReply(encodeReply(events.slice(0, -1), end, make(from)), make(to));
}

describe("a recorded reply", () => {
  it("comes back piece by piece", () => {
    const events: ModelEvent[] = [
      { type: "reasoning", delta: "hm" },
      { type: "reasoning", delta: "m" },
      { type: "text", delta: "Hel" },
      { type: "text", delta: "lo\n" },
      { type: "call", index: 0, name: "Read", delta: '{"pa' },
      { type: "call", index: 0, name: "Read", delta: 'th": "a"}' },
      { type: "call", index: 1, name: "LS", delta: "{}" },
      { type: "text", delta: "bye" },
      {
        type: "finished",
        content: [
          { type: "reasoning", text: "hmm", opaque: { signature: "s" } },
          { type: "text", text: "Hello\n" },
          { type: "call", name: "Read", input: { path: "a" }, opaque: { id: 1 } },
          { type: "call", name: "LS", input: {}, defect: { kind: "cut", raw: "{" } },
          { type: "text", text: "bye" },
          { type: "image", mediaType: "image/png", data: new Uint8Array([1, 2]) },
        ],
        stop: "calls",
        usage,
      },
    ];
    expect(play(events)).toEqual(events);
  });

  it("names folders of the machine it is played on, and no secret", () => {
    const played = play(
      [
        { type: "text", delta: "in /he" },
        { type: "text", delta: "re: the-sec" },
        { type: "text", delta: "ret-of-all." },
        {
          type: "finished",
          content: [{ type: "text", text: "in /here: the-secret-of-all." }],
          stop: "end",
          usage,
        },
      ],
      "/here",
      "/there/far",
    );
    expect(played).toEqual([
      { type: "text", delta: "in /there/far: ***." },
      { type: "finished", content: [{ type: "text", text: "in /there/far: ***." }], stop: "end", usage },
    ]);
  });

  it("may be a failure", () => {
    const error = new SkillmintError("model-overloaded", { params: { provider: "X" }, detail: "at /here" });
    const [event] = play([{ type: "failed", error, content: [], retryAfterMs: 5 }], "/here", "/there");
    expect(event).toMatchObject({
      type: "failed",
      retryAfterMs: 5,
      error: { code: "model-overloaded", detail: "at /there" },
    });
  });
});
