import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textOf, type CallView, type SessionId, type SessionSettings } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";

let temp: TempWorkspace;
let runtime: Runtime;

const enter = { name: "EnterPlanMode", input: {} };
const exit = (plan?: string) => ({ name: "ExitPlanMode", input: plan === undefined ? {} : { plan } });
const write = (path: string) => ({ name: "Write", input: { path, content: "x" } });

async function start(script: Script, settings: Partial<SessionSettings> = {}): Promise<SessionId> {
  runtime = await createRuntime({ env: temp.env, models: { scripted: createInProcessModel(script) } });
  const wish = { model: "scripted", ...settings };
  const { sessionId } = await runtime.prompt({ text: "go", folder: temp.folder, settings: wish });
  return sessionId;
}

async function calls(id: SessionId): Promise<CallView[]> {
  return Object.values((await runtime.sessions.open(id)).calls);
}
const statuses = async (id: SessionId) => (await calls(id)).map(({ name, status }) => `${name} ${status}`);
const modeOf = async (id: SessionId) => (await runtime.sessions.open(id)).settings.mode;
const notes = async (id: SessionId) =>
  (await runtime.sessions.open(id)).entries.filter(
    (entry) => entry.kind === "note" && entry.noteKind === "plan",
  );

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

describe("plan mode", () => {
  it("changes nothing before a person approved the plan, and then goes back to the mode before", async () => {
    const id = await start(
      [
        { calls: [enter, write("same-message")] },
        { calls: [write("too-early"), exit("1. write a\n2. check")] },
        { calls: [write("a")] },
        "end",
      ],
      { mode: "acceptEdits" },
    );
    const waiting = await runtime.run(id);
    expect(waiting).toMatchObject({
      reason: "waiting",
      asks: [{ questions: [{ header: "Plan", detail: "1. write a\n2. check" }] }],
    });
    expect(await modeOf(id)).toBe("plan");
    expect(await readdir(temp.folder)).toEqual([]);
    await runtime.answer(id, "approve");
    expect((await runtime.run(id)).reason).toBe("done");
    expect(await modeOf(id)).toBe("acceptEdits");
    expect(await readdir(temp.folder)).toEqual(["a"]);
    expect(await statuses(id)).toEqual([
      "EnterPlanMode ok",
      "Write denied",
      "Write denied",
      "ExitPlanMode ok",
      "Write ok",
    ]);
    const plan = (await calls(id)).find(({ name }) => name === "ExitPlanMode");
    expect(plan?.details).toEqual({ plan: "1. write a\n2. check", decision: "approve", mode: "acceptEdits" });
    expect(await notes(id)).toHaveLength(1);
  });

  it("stays on with a reason until the plan is good, then takes edits as agreed", async () => {
    const id = await start([{ calls: [exit("a")] }, { calls: [exit("b")] }, { calls: [write("b")] }, "end"], {
      mode: "plan",
    });
    await runtime.run(id);
    await runtime.answer(id, "no: name it b");
    await runtime.run(id);
    const [first] = await calls(id);
    expect(first).toMatchObject({ status: "denied", details: { plan: "a", decision: "keep" } });
    expect(textOf(first?.content ?? [])).toContain("They said: name it b");
    expect(await modeOf(id)).toBe("plan");
    await runtime.answer(id, "2");
    expect((await runtime.run(id)).reason).toBe("done");
    expect(await modeOf(id)).toBe("acceptEdits");
    expect(await readdir(temp.folder)).toEqual(["b"]);
  });

  it("of a session that began with it leads to the default mode", async () => {
    const id = await start([{ calls: [exit("a")] }, { calls: [write("a")] }, "end"], { mode: "plan" });
    await runtime.run(id);
    await runtime.answer(id, "1");
    expect((await runtime.run(id)).asks).toMatchObject([{ type: "permission.asked", tool: "Write" }]);
    expect(await modeOf(id)).toBe("default");
    expect(await notes(id)).toHaveLength(1);
  });

  it("goes back to what a person chose last, not to what was before that", async () => {
    const script: Script = ({ turn }) =>
      [{ calls: [enter] }, "in plan", "as they like", { calls: [exit("p")] }, "end"][turn] ?? "end";
    const id = await start(script, { mode: "acceptEdits" });
    await runtime.run(id);
    for (const mode of ["default", "plan"] as const) {
      await runtime.prompt({ text: mode, sessionId: id, settings: { mode } });
      await runtime.run(id);
    }
    await runtime.answer(id, "yes");
    await runtime.run(id);
    expect(await modeOf(id)).toBe("default");
    expect(await notes(id)).toHaveLength(2);
  });

  it.each<[string, Partial<SessionSettings>, ReturnType<typeof exit>, string]>([
    ["outside of it", { mode: "default" }, exit("a"), "Plan mode is not on"],
    ["without a plan", { mode: "plan" }, exit(), "give the whole plan as `plan`"],
    ["with a blank plan", { mode: "plan" }, exit("  "), "give the whole plan as `plan`"],
    ["with a book", { mode: "plan" }, exit("x".repeat(30_001)), "has 30001 characters"],
    ["entered twice", { mode: "plan" }, enter, "on already"],
    ["entered where nobody approves", { mode: "dontAsk" }, enter, "nobody could approve"],
  ])("%s: a clear result", async (_, settings, call, expected) => {
    const id = await start([{ calls: [call] }, "end"], settings);
    expect((await runtime.run(id)).reason).toBe("done");
    const [made] = await calls(id);
    expect(textOf(made?.content ?? [])).toContain(expected);
    expect(await modeOf(id)).toBe(settings.mode);
  });

  it("is neither entered nor left by a sub-agent", async () => {
    const script: Script = ({ turn, messages }) => {
      if (!JSON.stringify(messages).includes("go"))
        return turn === 0 ? { calls: [exit("mine"), enter, write("child")] } : "child ends";
      return turn === 0
        ? { calls: [{ name: "Task", input: { prompt: "plan it", description: "d" } }] }
        : "end";
    };
    const id = await start(script, { mode: "plan" });
    expect((await runtime.run(id)).reason).toBe("done");
    const { children } = await runtime.sessions.open(id);
    const [child] = Object.values(children);
    expect(await statuses(child?.childId ?? id)).toEqual([
      "ExitPlanMode error",
      "EnterPlanMode error",
      "Write denied",
    ]);
    expect(await modeOf(id)).toBe("plan");
    expect(await readdir(temp.folder)).toEqual([]);
  });

  it("is not offered to sub-agents, and holds for them whatever their kind says", async () => {
    const agents = join(temp.home, ".claude", "agents");
    await mkdir(agents, { recursive: true });
    const head = "name: wild\ndescription: D.\npermissionMode: bypassPermissions";
    await writeFile(join(agents, "wild.md"), `---\n${head}\n---\nYou are wild.`);
    const offered: string[][] = [];
    const bash = { name: "Bash", input: { command: "touch shell" } };
    const script: Script = ({ turn, system, tools }) => {
      offered.push(tools);
      if (system.startsWith("You are wild."))
        return turn === 0 ? { calls: [write("child"), bash] } : "child ends";
      const task = { name: "Task", input: { prompt: "do it", subagent_type: "wild" } };
      return turn === 0 ? { calls: [enter] } : turn === 1 ? { calls: [task] } : "end";
    };
    const id = await start(script, { mode: "unrestricted", sandbox: "off" });
    expect((await runtime.run(id)).reason).toBe("done");
    const [child] = Object.values((await runtime.sessions.open(id)).children);
    expect(await statuses(child?.childId ?? id)).toEqual(["Write denied", "Bash denied"]);
    expect(await readdir(temp.folder)).toEqual([]);
    const planTools = offered.map((names) => names.filter((name) => name.endsWith("PlanMode")));
    const both = ["EnterPlanMode", "ExitPlanMode"];
    expect(planTools).toEqual([both, both, [], [], both]);
  });

  it("holds at once for what works in the background", async () => {
    const script: Script = ({ turn, system }) => {
      if (system.includes("focused sub-agent"))
        return turn === 0
          ? { calls: [{ name: "LS", input: {} }], delayMs: 600 }
          : turn === 1
            ? { calls: [write("child")] }
            : "child ends";
      const task = { name: "Task", input: { prompt: "later", run_in_background: true } };
      return turn === 0 ? { calls: [task] } : turn === 1 ? { calls: [enter] } : "end";
    };
    const id = await start(script, { mode: "unrestricted", sandbox: "off" });
    expect((await runtime.run(id)).reason).toBe("done");
    const [child] = Object.values((await runtime.sessions.open(id)).children);
    expect(await statuses(child?.childId ?? id)).toEqual(["LS ok", "Write denied"]);
  });
});
