import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId, SessionSettings } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type ScriptedCall,
  type TempWorkspace,
} from "../testing/index.ts";

let temp: TempWorkspace;
let runtime: Runtime;

const bash = (command: string): ScriptedCall => ({ name: "Bash", input: { command } });
const task = (prompt: string, more: object = {}): ScriptedCall => ({
  name: "Task",
  input: { prompt, description: prompt, ...more },
});

/** Sub-agents run the command that they are told; the conversation goes through these replies. */
function tree(...replies: ScriptedCall[][]): Script {
  return ({ system, turn, last }) => {
    if (system.includes("focused sub-agent")) return turn === 0 ? { calls: [bash(last)] } : "ran";
    const calls = replies[turn];
    return calls ? { calls } : "end";
  };
}

async function start(script: Script, settings: Partial<SessionSettings> = {}): Promise<SessionId> {
  runtime = await createRuntime({ env: temp.env, models: { scripted: createInProcessModel(script) } });
  const wish = { model: "scripted", sandbox: "off" as const, ...settings };
  return (await runtime.prompt({ text: "go", folder: temp.folder, settings: wish })).sessionId;
}

/** `main Bash ok`, for the whole tree, in order. */
async function statuses(id: SessionId): Promise<string[]> {
  const view = await runtime.sessions.open(id);
  const children = await Promise.all(
    Object.values(view.children).map(({ childId }) => runtime.sessions.open(childId)),
  );
  const word = (agent: string) => (call: { name: string; status?: string }) =>
    `${agent} ${call.name} ${call.status}`;
  return [
    ...Object.values(view.calls).map(word("main")),
    ...children.flatMap(({ agent = "", calls }) => Object.values(calls).map(word(agent))),
  ];
}

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

describe("what is granted to a sub-agent", () => {
  it.each(["session", "workspace", "always"])("for `%s` holds for the whole tree", async (answer) => {
    const id = await start(tree([task("touch a")], [bash("touch a")], [task("touch a")]));
    expect((await runtime.run(id)).asks).toMatchObject([{ type: "permission.asked", tool: "Bash" }]);
    await runtime.answer(id, answer);
    expect((await runtime.run(id)).reason).toBe("done");
    expect(await statuses(id)).toEqual([
      "main Task ok",
      "main Bash ok",
      "main Task ok",
      "main/task_1 Bash ok",
      "main/task_2 Bash ok",
    ]);
    expect((await runtime.sessions.open(id)).grants).toEqual(["Bash(touch a)"]);
  });

  it("once holds once", async () => {
    const id = await start(tree([task("touch a")], [bash("touch a")]));
    await runtime.run(id);
    await runtime.answer(id, "once");
    expect((await runtime.run(id)).asks).toMatchObject([{ sessionId: id, tool: "Bash" }]);
    expect((await runtime.sessions.open(id)).grants).toEqual([]);
  });

  it("reaches those that are at work at that moment", async () => {
    const id = await start(({ system, turn, last }) => {
      if (!system.includes("focused sub-agent"))
        return turn === 0 ? { calls: [task("first"), task("second")] } : "end";
      if (last === "first") return turn === 0 ? { calls: [bash("touch a")] } : "ran";
      // Busy until the other one was answered.
      return turn === 0
        ? { calls: [bash("ls")], delayMs: 1_000 }
        : turn === 1
          ? { calls: [bash("touch a")] }
          : "ran";
    });
    const running = runtime.run(id);
    await vi.waitUntil(async () => (await runtime.inspect(id)).asks.length > 0, { timeout: 5_000 });
    await runtime.answer(id, "session");
    const { reason } = await running;
    expect(reason === "waiting" ? (await runtime.run(id)).reason : reason).toBe("done");
    expect((await statuses(id)).filter((line) => line.includes("Bash"))).toEqual([
      "main/task_1 Bash ok",
      "main/task_2 Bash ok",
      "main/task_2 Bash ok",
    ]);
  });

  it("is never more than the tree may do", async () => {
    const id = await start(
      tree([task("touch a")], [task("touch a", { allowed_tools: ["Read"] }), bash("touch a; touch b")]),
      { rules: { deny: ["Bash(touch b)"] } },
    );
    await runtime.run(id);
    await runtime.answer(id, "session");
    expect((await runtime.run(id)).reason).toBe("done");
    expect(await statuses(id)).toEqual([
      "main Task ok",
      "main Task ok",
      "main Bash denied",
      "main/task_1 Bash ok",
      "main/task_2 Bash denied",
    ]);
    await runtime.prompt({ text: "plan", sessionId: id, settings: { mode: "plan" } });
    const view = await runtime.sessions.open(id);
    expect([view.grants, view.settings.mode]).toEqual([["Bash(touch a)"], "plan"]);
  });

  it("and what it asks stays behind where a fork begins", async () => {
    const id = await start(tree([task("touch a", { run_in_background: true })]));
    expect((await runtime.run(id)).reason).toBe("waiting");
    const fork = await runtime.sessions.fork(id);
    expect(await runtime.inspect(fork)).toMatchObject({ reason: "cancelled", asks: [] });
    expect((await runtime.inspect(id)).asks).toHaveLength(1);
    await runtime.prompt({ text: "more", sessionId: fork });
    expect((await runtime.run(fork)).reason).toBe("done");
    expect((await runtime.sessions.tasks(id)).map(({ state }) => state)).toEqual(["waiting"]);
  });

  it("is not taken over by a fork", async () => {
    const id = await start(tree([task("touch a")], [bash("touch a")]));
    await runtime.run(id);
    await runtime.answer(id, "session");
    await runtime.run(id);
    const fork = await runtime.sessions.fork(id);
    expect((await runtime.sessions.open(fork)).grants).toEqual([]);
  });
});
