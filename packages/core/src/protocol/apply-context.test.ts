import { describe, expect, it } from "vitest";
import type { EventDraft } from "./event.ts";
import { viewOf } from "./view.fixture.ts";

const prompt = (text: string): EventDraft => ({
  type: "prompt.admitted",
  promptId: `prm_${text}`,
  content: [{ type: "text", text }],
});
const compacted = (keptFrom: number, summary: string, more: Partial<EventDraft> = {}): EventDraft =>
  ({ type: "session.compacted", keptFrom, summary, ...more }) as EventDraft;
const skill: EventDraft<"skill.activated"> = {
  type: "skill.activated",
  skillId: "user:a",
  name: "a",
  text: "do a",
};

describe("session.compacted", () => {
  it("keeps todos and active skills as they were, and counts what it cost", () => {
    const view = viewOf(
      { type: "run.started", runId: "run_1", fence: 1 },
      prompt("one"),
      skill,
      { type: "todo.changed", todos: [{ id: "1", subject: "x", status: "pending" }] },
      prompt("two"),
      compacted(6, "sum", { usage: { input: 5, output: 2 } }),
      { type: "todo.changed", todos: [] },
      { ...skill, text: "do it otherwise" },
    );
    expect(view.contextFrom).toBe(6);
    expect(view.start).toMatchObject({ since: 0, summary: "sum", summarizedTo: 6, omitted: 0 });
    expect(view.start?.todos).toHaveLength(1);
    expect(view.start?.skills.map(({ text }) => text)).toEqual(["do a"]);
    expect([view.usage, view.run?.usage]).toEqual([
      { input: 5, output: 2 },
      { input: 5, output: 2 },
    ]);
  });

  it("without a summary leaves the one before in place, and knows what is in none", () => {
    const trimmed = viewOf(prompt("one"), prompt("two"), compacted(3, "", { omitted: 1 }));
    expect(trimmed.start).toMatchObject({ summarizedTo: 0, omitted: 1 });
    expect(trimmed.start?.summary).toBeUndefined();
    const after = viewOf(
      prompt("one"),
      prompt("two"),
      compacted(3, "sum"),
      prompt("three"),
      compacted(5, "", { omitted: 2 }),
    );
    expect(after.start).toMatchObject({ summary: "sum", summarizedTo: 3, omitted: 2 });
    expect(after.contextFrom).toBe(5);
  });

  it("keeps nothing of a skill whose text is still there, and nothing of one that is unloaded", () => {
    const call: EventDraft[] = [
      {
        type: "message.completed",
        messageId: "msg_1",
        runId: "run_1",
        role: "assistant",
        text: "",
        content: [{ type: "call", callId: "call_1" }],
        model: "m",
        stop: "calls",
        usage: { input: 1, output: 1 },
        readTo: 2,
      },
      { type: "tool.called", callId: "call_1", messageId: "msg_1", name: "Skill", input: {} },
      { ...skill, callId: "call_1" },
    ];
    expect(viewOf(prompt("one"), ...call, compacted(3, "sum")).start?.skills).toEqual([]);
    expect(viewOf(prompt("one"), ...call, compacted(6, "sum")).start?.skills).toHaveLength(1);
    const unloaded = viewOf(prompt("one"), ...call, compacted(6, "sum"), {
      type: "skill.unloaded",
      skillId: "user:a",
    });
    expect(unloaded.start?.skills).toEqual([]);
  });

  it("is taken back with a prompt that stands in the summary, and comes back with it", () => {
    const events = [prompt("one"), prompt("two"), prompt("three"), compacted(4, "one and two")];
    const undo = (promptSeq: number): EventDraft => ({
      type: "session.rewound",
      direction: "undo",
      promptSeq,
      files: [],
    });
    const redo: EventDraft = { type: "session.rewound", direction: "redo", promptSeq: 0, files: [] };
    const kept = viewOf(...events, undo(4));
    expect([kept.contextFrom, kept.start?.summary]).toEqual([4, "one and two"]);
    const back = viewOf(...events, undo(4), undo(3));
    expect([back.contextFrom, back.start]).toEqual([0, undefined]);
    const again = viewOf(...events, undo(4), undo(3), redo);
    expect([again.contextFrom, again.start?.summary]).toEqual([4, "one and two"]);
  });
});

describe("results.cleared", () => {
  it("takes the place of what it covers", () => {
    const cleared = (before: number, chars?: number): EventDraft => ({
      type: "results.cleared",
      before,
      ...(chars === undefined ? {} : { chars }),
    });
    expect(viewOf(cleared(5), cleared(9)).cleared).toEqual([{ before: 9, chars: 0 }]);
    expect(viewOf(cleared(5), cleared(9, 100)).cleared).toEqual([
      { before: 5, chars: 0 },
      { before: 9, chars: 100 },
    ]);
    expect(viewOf(cleared(9, 100), cleared(9, 50)).cleared).toEqual([{ before: 9, chars: 50 }]);
  });
});

it("context.cleared forgets the summary", () => {
  const view = viewOf(prompt("one"), compacted(3, "sum"), { type: "context.cleared" });
  expect([view.contextFrom, view.start, view.contextChangedAt]).toEqual([4, undefined, 4]);
});
