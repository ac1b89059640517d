import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { textOf, type SessionId } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";

let temp: TempWorkspace;
const opened: Runtime[] = [];

async function open(script: Script = () => "end"): Promise<Runtime> {
  const runtime = await createRuntime({
    env: temp.env,
    models: { scripted: createInProcessModel(script) },
  });
  opened.push(runtime);
  return runtime;
}

async function prompt(runtime: Runtime): Promise<SessionId> {
  const settings = { model: "scripted", sandbox: "off" as const };
  return (await runtime.prompt({ text: "go", folder: temp.folder, settings })).sessionId;
}

const task = (description: string, more: object = {}) => ({
  name: "Task",
  input: { prompt: description, description, ...more },
});
const isChild = (system: string): boolean => system.includes("focused sub-agent");
/** `slow` never ends by itself, `ask` waits for a person. */
const tree =
  (...calls: ReturnType<typeof task>[]): Script =>
  ({ system, turn, last }) => {
    if (!isChild(system)) return turn === 0 ? { calls } : "end";
    if (last === "slow") return { text: "late", delayMs: 60_000 };
    if (last === "ask" && turn === 0) return { calls: [{ name: "Bash", input: { command: "touch a" } }] };
    return `did ${last}`;
  };

const states = async (runtime: Runtime, id: SessionId) =>
  (await runtime.sessions.tasks(id)).map(({ taskId, state }) => `${taskId} ${state}`);

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
  await temp.remove();
});

describe("the tasks of a session", () => {
  it("are listed with how each stands, oldest first", async () => {
    const runtime = await open(tree(task("quick"), task("ask", { subagent_type: "general-purpose" })));
    const id = await prompt(runtime);
    expect(await runtime.sessions.tasks(id)).toEqual([]);
    await runtime.run(id);
    const [first, second] = await runtime.sessions.tasks(id);
    expect(first).toMatchObject({
      taskId: "task_1",
      agentType: "general-purpose",
      description: "quick",
      state: "done",
      background: false,
      sessionId: expect.stringMatching(/^ses_/),
    });
    expect(first?.endedAt).toBeGreaterThanOrEqual(first?.startedAt ?? Infinity);
    expect(second).toMatchObject({ taskId: "task_2", state: "waiting" });
    expect(second).not.toHaveProperty("endedAt");
  });

  it("have an id of their own, also where many begin at once", async () => {
    const runtime = await open(tree(...Array.from({ length: 12 }, (_, index) => task(`t${index}`))));
    const id = await prompt(runtime);
    expect((await runtime.run(id)).reason).toBe("done");
    const ids = (await runtime.sessions.tasks(id)).map(({ taskId }) => taskId);
    expect(new Set(ids).size).toBe(12);
  });

  it.each([
    ["in the background", { run_in_background: true }],
    ["whose result is waited for", {}],
  ])("%s are stopped alone, from elsewhere, and the session is told", async (_, more) => {
    const runtime = await open(tree(task("slow", more), task("quick")));
    const other = await open();
    const id = await prompt(runtime);
    const running = runtime.run(id);
    await vi.waitUntil(
      async () => (await states(other, id)).toSorted().join() === "task_1 working,task_2 done",
      { timeout: 10_000, interval: 50 },
    );
    expect(await other.sessions.stopTask(id, "task_1")).toMatchObject({
      stopped: true,
      task: { state: "working" },
    });
    expect(await running).toMatchObject({ reason: "done", text: "end" });
    expect(await states(other, id)).toEqual(["task_1 stopped", "task_2 done"]);
    const view = await runtime.sessions.open(id);
    expect(Object.values(view.children)[0]).toMatchObject({ status: "stopped" });
    const told = view.entries.flatMap((entry) => (entry.kind === "note" && entry.agent ? [entry.agent] : []));
    const results = Object.values(view.calls).map(({ content = [] }) => textOf(content));
    const isTold = results.some((text) => text.includes("was stopped by the user"));
    expect([isTold, told.map(({ status }) => status)]).toEqual(
      "run_in_background" in more ? [false, ["stopped"]] : [true, []],
    );
    expect(await other.sessions.stopTask(id, "task_1")).toMatchObject({ stopped: false });
  });

  it("that wait for a person are stopped without one, and the session goes on", async () => {
    const runtime = await open(tree(task("ask")));
    const id = await prompt(runtime);
    expect((await runtime.run(id)).reason).toBe("waiting");
    const other = await open();
    expect(await other.sessions.stopTask(id, "task_1")).toMatchObject({
      stopped: true,
      task: { state: "stopped" },
    });
    expect((await runtime.inspect(id)).asks).toEqual([]);
    await expect(runtime.answer(id, "once")).rejects.toMatchObject({ code: "nothing-asked" });
    expect((await runtime.run(id)).reason).toBe("done");
    const [call] = Object.values((await runtime.sessions.open(id)).calls);
    expect(textOf(call?.content ?? [])).toContain("was stopped by the user");
  });

  it("are found by their id, its number, their session or a unique beginning of these", async () => {
    const runtime = await open(tree(...Array.from({ length: 11 }, (_, index) => task(`t${index}`))));
    const id = await prompt(runtime);
    await runtime.run(id);
    const tasks = await runtime.sessions.tasks(id);
    const found = async (wanted: string) => (await runtime.sessions.stopTask(id, wanted)).task.taskId;
    expect(await Promise.all(["task_1", "1", "task_11", "11", "task_7"].map(found))).toEqual([
      "task_1",
      "task_1",
      "task_11",
      "task_11",
      "task_7",
    ]);
    expect(await found(tasks[2]?.sessionId ?? "")).toBe(tasks[2]?.taskId);
    const refuse = (wanted: string) => expect(runtime.sessions.stopTask(id, wanted)).rejects;
    await refuse("task_").toMatchObject({
      code: "task-not-found",
      params: { known: expect.stringContaining("task_11") },
    });
    await refuse("task_99").toMatchObject({ code: "task-not-found", params: { task: "task_99" } });
    await refuse("").toMatchObject({ code: "task-not-found" });
    const bare = await prompt(runtime);
    await expect(runtime.sessions.stopTask(bare, "task_1")).rejects.toMatchObject({ params: { known: "–" } });
  });
});
