import { describe, expect, it } from "vitest";
import { applyEvent, createView } from "./apply-event.ts";
import type { DurableEvent, EventDraft } from "./event.ts";
import { createId, type PromptId } from "./id.ts";
import { stateOf, type SessionView } from "./view.ts";

const sessionId = createId("ses");
const runId = createId("run");
const usage = { input: 10, output: 5 };

function open(...drafts: EventDraft[]): SessionView {
  const place = (draft: EventDraft, seq: number) => ({ ...draft, sessionId, seq, at: seq * 1000, v: 1 });
  const view = createView(
    place(
      {
        type: "session.created",
        folder: "/w",
        title: "t",
        settings: { model: "demo/scripted", mode: "default" },
      },
      1,
    ) as DurableEvent<"session.created">,
  );
  drafts.forEach((draft, index) => applyEvent(view, place(draft, index + 2)));
  return view;
}

const prompt = (text: string): EventDraft => ({
  type: "prompt.admitted",
  promptId: createId("prm"),
  content: [{ type: "text", text }],
});
const started: EventDraft = { type: "run.started", runId, fence: 1 };
const ended = (reason: "done" | "waiting"): EventDraft => ({ type: "run.ended", runId, reason, usage });
const message = (text: string, readTo: number, calls: `call_${string}`[] = []): EventDraft => ({
  type: "message.completed",
  messageId: createId("msg"),
  runId,
  role: "assistant",
  text,
  content: [{ type: "text", text }, ...calls.map((callId) => ({ type: "call" as const, callId }))],
  model: "demo/scripted",
  stop: calls.length > 0 ? "calls" : "end",
  usage,
  readTo,
});
const called = (callId: `call_${string}`): EventDraft => ({
  type: "tool.called",
  callId,
  messageId: createId("msg"),
  name: "Bash",
  input: { command: "ls" },
});
const settled = (callId: `call_${string}`, text: string): EventDraft => ({
  type: "tool.settled",
  callId,
  name: "Bash",
  status: "ok",
  content: [{ type: "text", text }],
});

describe("applyEvent", () => {
  it("puts a message before the prompt that came in while it was written", () => {
    const view = open(prompt("one"), started, prompt("two"), message("answer to one", 3));
    expect(view.entries.map((entry) => (entry.kind === "prompt" ? entry.content : entry.kind))).toEqual([
      [{ type: "text", text: "one" }],
      "message",
      [{ type: "text", text: "two" }],
    ]);
    expect(view.lastInput).toBeGreaterThan(view.readTo);
  });

  it("gives a call its first result and no other", () => {
    const callId = createId("call");
    const view = open(
      prompt("p"),
      started,
      message("", 3, [callId]),
      called(callId),
      settled(callId, "a"),
      settled(callId, "b"),
    );
    expect(view.openCalls).toEqual([]);
    expect(view.calls[callId]?.content).toEqual([{ type: "text", text: "a" }]);
  });

  it("applies an event once and skips what it does not know", () => {
    const view = open(prompt("p"));
    const before = structuredClone(view);
    applyEvent(view, {
      type: "prompt.admitted",
      sessionId,
      seq: 2,
      at: 9,
      v: 1,
      promptId: createId("prm"),
      content: [],
    });
    expect(view).toEqual(before);
    applyEvent(view, { type: "moon.landed", sessionId, seq: 3, at: 3000, v: 1 });
    expect(view).toEqual({ ...before, seq: 3, updatedAt: 3000 });
  });

  it("counts usage of the run and of the session", () => {
    const view = open(prompt("p"), started, message("a", 3));
    expect([view.run?.iterations, view.run?.usage, view.usage]).toEqual([1, usage, usage]);
  });

  it("keeps an answered ask's grant unless it was for once", () => {
    const callId = createId("call");
    const askId = createId("ask");
    const ask: EventDraft = {
      type: "permission.asked",
      askId,
      callId,
      tool: "Bash",
      title: "ls",
      resources: ["ls"],
      digest: "d",
      rule: "Bash(ls)",
    };
    const answer = (word: "once" | "session" | "no"): EventDraft => ({
      type: "permission.answered",
      askId,
      answer: word,
    });
    const base = [prompt("p"), started, message("", 3, [callId]), called(callId), ask];
    expect(open(...base, answer("session")).grants).toEqual(["Bash(ls)"]);
    expect(open(...base, answer("once")).grants).toEqual([]);
    const refused = open(...base, answer("no"));
    expect([refused.grants, refused.openAsks, refused.calls[callId]?.state]).toEqual([[], [], "answered"]);
  });

  it("undoes the last prompt and redoes it", () => {
    const view = open(
      prompt("one"),
      started,
      message("1", 3),
      ended("done"),
      prompt("two"),
      started,
      message("2", 7),
      ended("done"),
    );
    const whole = structuredClone(view.entries);
    const rewound = (direction: "undo" | "redo", seq: number): void =>
      applyEvent(view, {
        type: "session.rewound",
        direction,
        promptSeq: 6,
        files: [],
        sessionId,
        seq,
        at: seq,
        v: 1,
      });
    rewound("undo", 10);
    expect(view.entries).toEqual(whole.slice(0, 3));
    rewound("redo", 11);
    expect(view.entries).toEqual(whole);
    expect(view.undone).toEqual([]);
  });

  it("forgets a prompt that was refused, and that it wanted to be read", () => {
    const [first, second] = [createId("prm"), createId("prm")];
    const admit = (promptId: PromptId): EventDraft => ({ type: "prompt.admitted", promptId, content: [] });
    const refuse = (promptId: PromptId): EventDraft => ({ type: "prompt.refused", promptId, reason: "no" });
    expect(open(admit(first), refuse(first))).toMatchObject({ entries: [], lastInput: 0, seq: 3 });
    expect(open(admit(first), admit(second), refuse(second))).toMatchObject({
      entries: [{ promptId: first }],
      lastInput: 2,
    });
    expect(open(admit(first), admit(second), refuse(first))).toMatchObject({
      entries: [{ promptId: second }],
      lastInput: 3,
    });
  });

  it("is plain JSON: a snapshot of it can be gone on from", () => {
    const view = open(prompt("one"), started, message("1", 3));
    const copy = JSON.parse(JSON.stringify(view)) as SessionView;
    for (const each of [view, copy]) applyEvent(each, { ...ended("done"), sessionId, seq: 5, at: 5, v: 1 });
    expect(copy).toEqual(view);
  });
});

describe("stateOf", () => {
  it.each([
    [[prompt("p")], true, "working"],
    [[prompt("p")], false, "interrupted"],
    [[prompt("p"), started], true, "working"],
    [[prompt("p"), started], false, "interrupted"],
    [[prompt("p"), started, message("a", 3), ended("done")], false, "done"],
    [[prompt("p"), started, ended("waiting")], false, "waiting"],
    [[prompt("p"), started, message("a", 3), ended("done"), prompt("q")], false, "interrupted"],
  ] as const)("%#", (events, held, state) => {
    expect(stateOf(open(...events), held)).toBe(state);
  });
});
