import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTranslate, type SessionEvent } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { createRunAsks } from "./ask-in-run.ts";

const event = (type: string, more: object): SessionEvent =>
  ({ type, sessionId: "ses_1", seq: 1, at: 1, v: 1, ...more }) as unknown as SessionEvent;
const started = event("tool.started", { callId: "call_1" });
const asked = event("question.asked", {
  askId: "ask_1",
  callId: "call_1",
  questions: [{ question: "Which?", options: [{ label: "Red" }] }],
});

function open(options: { isInteractive: boolean; json?: boolean }) {
  const stdin = new PassThrough();
  const said: string[] = [];
  const answers: unknown[] = [];
  const context = {
    t: createTranslate("en"),
    language: "en",
    json: options.json ?? false,
    signal: new AbortController().signal,
    stdin: () => stdin,
  } as unknown as CliContext;
  const answered = Promise.withResolvers<void>();
  const asks = createRunAsks({
    context,
    renderer: { event: () => undefined, say: (text) => said.push(text), end: () => undefined },
    runtime: {
      answer: async (_id, text) => {
        answers.push(text);
        answered.resolve();
        return { left: [] };
      },
    },
    sessionId: "ses_1",
    isInteractive: options.isInteractive,
  });
  return { asks, stdin, said, answers, answered: answered.promise };
}

describe("questions of calls that run", () => {
  it("are put to who sits there, beside the run", async () => {
    const { asks, stdin, answers, answered } = open({ isInteractive: true });
    asks.see(started);
    asks.see(asked);
    stdin.write("red\n");
    await answered;
    await asks.end();
    expect(answers).toEqual([["red"]]);
  });

  it.each([
    ["somebody else answered", event("question.answered", { askId: "ask_1", answers: [["Red"]] })],
    ["the call ended", event("tool.settled", { callId: "call_1" })],
  ])("go away when %s", async (_, over) => {
    const { asks, stdin, said, answers } = open({ isInteractive: true });
    asks.see(started);
    asks.see(asked);
    asks.see(over);
    await asks.end();
    stdin.write("red\n");
    expect(answers).toEqual([]);
    expect(said.join("\n")).not.toContain("skillmint resume");
  });

  it("are told with how to answer where nobody sits, and not where events are printed", async () => {
    const plain = open({ isInteractive: false });
    const json = open({ isInteractive: false, json: true });
    for (const { asks } of [plain, json]) {
      asks.see(started);
      asks.see(asked);
      await asks.end();
    }
    expect(plain.said).toEqual([
      "Which?",
      "  1. Red",
      'Waiting for an answer. To answer: skillmint resume ses_1 1|"your own words"',
    ]);
    expect(json.said).toEqual([]);
  });

  it("that came before a call began are not theirs: the run waits for those", async () => {
    const { asks, said } = open({ isInteractive: false });
    asks.see(asked);
    await asks.end();
    expect(said).toEqual([]);
  });
});
