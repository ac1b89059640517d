import { describe, expect, it } from "vitest";
import type { EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import { viewOf } from "./view.fixture.ts";

const callId = createId("call");
const messageId = createId("msg");
const runId = createId("run");
const run: EventDraft = { type: "run.started", runId, fence: 1 };
const called: EventDraft = { type: "tool.called", callId, messageId, name: "Skill", input: {} };
const activated: EventDraft<"skill.activated"> = {
  type: "skill.activated",
  skillId: "user:a",
  name: "a",
  text: "Do it.",
  digest: "d",
};

describe("skills of a view", () => {
  it("stand in the conversation where a person asked, and in the result where the model did", () => {
    const byPerson = viewOf(run, activated);
    expect(byPerson.entries).toMatchObject([{ kind: "skill", skillId: "user:a", text: "Do it." }]);
    expect(byPerson.skills["user:a"]).toMatchObject({ runId, digest: "d", terms: {} });
    const byModel = viewOf(run, called, { ...activated, callId });
    expect(byModel.entries).toEqual([]);
    expect(viewOf(run, { ...activated, own: true }).entries).toEqual([]);
  });

  it("leave nothing but a note when they are unloaded", () => {
    const settled: EventDraft = {
      type: "tool.settled",
      callId,
      name: "Skill",
      status: "ok",
      content: [{ type: "text", text: "Do it." }],
      details: { skillId: "user:a" },
    };
    const unloaded: EventDraft = { type: "skill.unloaded", skillId: "user:a", note: "gone" };
    const view = viewOf(run, called, { ...activated, callId }, settled, activated, unloaded);
    expect(view.skills).toEqual({});
    expect(view.calls[callId]?.content).toEqual([{ type: "text", text: "gone" }]);
    expect(view.entries).toMatchObject([{ kind: "skill", text: "gone" }]);
  });

  it("keep the list until there is a new one, and tell what changed", () => {
    const list: EventDraft = { type: "skills.listed", form: "tool", text: "list", marks: { "user:a": "1" } };
    const change: EventDraft = { type: "skills.listed", marks: { "user:b": "1" }, note: "b is new" };
    const view = viewOf(list, change);
    expect(view.listing).toMatchObject({ text: "list", seq: 2 });
    expect(view.marks?.value).toEqual({ "user:b": "1" });
    expect(view.entries).toMatchObject([{ kind: "note", noteKind: "skills", text: "b is new" }]);
  });

  it("belong to the run that goes on after a kill or an answer, not to that of a new prompt", () => {
    const next = createId("run");
    const again: EventDraft = { type: "run.started", runId: next, fence: 2 };
    const end = (reason: "waiting" | "done"): EventDraft => ({
      type: "run.ended",
      runId,
      reason,
      usage: { input: 0, output: 0 },
    });
    const prompt: EventDraft = { type: "prompt.admitted", promptId: createId("prm"), content: [] };
    const runOf = (...events: EventDraft[]) => viewOf(run, activated, ...events).skills["user:a"]?.runId;
    expect(runOf(again)).toBe(next);
    expect(runOf(end("waiting"), again)).toBe(next);
    expect(runOf(end("waiting"), prompt, again)).toBe(runId);
    expect(runOf(end("done"), again)).toBe(runId);
  });

  it("are approved by an answer that says so, and by no other", () => {
    const askId = createId("ask");
    const grants = { skillId: "user:a", name: "a", folder: "/s", digest: "d", rules: ["Bash(x)"] };
    const asked: EventDraft = {
      type: "permission.asked",
      askId,
      callId,
      tool: "Bash",
      title: "",
      resources: [],
      digest: "",
      rule: "Bash(x y)",
      grants,
    };
    const answer = (word: "skill" | "session"): EventDraft => ({
      type: "permission.answered",
      askId,
      answer: word,
    });
    const approved = viewOf(run, activated, called, asked, answer("skill"));
    expect(approved.skills["user:a"]?.terms.approved).toBe(true);
    expect(approved.grants).toEqual([]);
    const other = viewOf(run, activated, called, asked, answer("session"));
    expect(other.skills["user:a"]?.terms.approved).toBeUndefined();
    expect(other.grants).toEqual(["Bash(x y)"]);
  });
});

describe("sub-agents of a view", () => {
  const childId = createId("ses");
  const start: EventDraft<"agent.started"> = {
    type: "agent.started",
    callId,
    childId,
    taskId: "task_1",
    agentType: "explore",
    prompt: "look",
  };
  const end: EventDraft = {
    type: "agent.ended",
    childId,
    taskId: "task_1",
    agentType: "explore",
    status: "done",
    result: "found",
    usage: { input: 5, output: 2 },
  };

  it("belong to their call and count for the run", () => {
    const view = viewOf(run, called, start, end);
    expect(view.calls[callId]?.childId).toBe(childId);
    expect(view.children[childId]).toMatchObject({ status: "done", result: "found", background: false });
    expect(view.run?.usage).toEqual({ input: 5, output: 2 });
    expect(view.entries).toEqual([]);
  });

  it("report to the conversation from the background", () => {
    const view = viewOf(run, called, { ...start, background: true }, end);
    expect(view.entries).toMatchObject([{ kind: "note", noteKind: "agent", text: "found" }]);
    expect(view.lastInput).toBe(view.seq);
  });
});
