import { expect, it } from "vitest";
import type { EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import { viewOf } from "./view.fixture.ts";

const childId = createId("ses");
const runId = createId("run");
const run: EventDraft = { type: "run.started", runId, fence: 1 };
const started = (prompt: string): EventDraft => ({
  type: "agent.started",
  callId: createId("call"),
  childId,
  taskId: "task_1",
  agentType: "explore",
  prompt,
});
const ended = (input: number, cost: number): EventDraft => ({
  type: "agent.ended",
  childId,
  taskId: "task_1",
  agentType: "explore",
  status: "done",
  result: "found",
  usage: { input, output: 1, cost },
});

it("a sub-agent that is given more to do counts once, with all it used", () => {
  const view = viewOf(run, started("look"), ended(100, 1), started("look again"), ended(250, 3));
  expect(view.usage).toEqual({ input: 250, output: 1, cost: 3 });
  expect(view.run?.usage).toEqual({ input: 250, output: 1, cost: 3 });
  expect(view.children[childId]).toMatchObject({ prompt: "look again", status: "done", result: "found" });
});

it("one that goes on has not ended", () => {
  const view = viewOf(run, started("look"), ended(100, 1), started("look again"));
  expect(view.children[childId]?.endedAt).toBeUndefined();
});
