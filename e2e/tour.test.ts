import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import { answerOf, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const file = (): Promise<string> => readFile(join(stage.temp.folder, "skillmint-tour.md"), "utf8");
const start = (prompt: string, flags: readonly string[] = [], env: Record<string, string> = {}) =>
  stage.cli(["--json", "run", "--model", "demo/scripted", "--mode", "acceptEdits", ...flags, prompt], env);
const resume = (id: string, answer: string, env: Record<string, string> = {}) =>
  stage.cli(["--json", "resume", id, answer], env);

/** What happened in the session itself, without its sub-agent. */
const own = (result: { events: SessionEvent[] }): string[] =>
  statuses({ events: result.events.filter((event) => event.parentSessionId === undefined) });

const first = ["TodoWrite ok", "Glob ok", "Write ok", "Edit ok", "TodoWrite ok", "Task ok", "TodoWrite ok"];

describe("the tour on the demo model", () => {
  it("shows a plan, a file, a sub-agent, a permission and a question, and fits its end to the answer", async () => {
    const waiting = await start("Show me around", ["--skill", "tour"]);
    expect(waiting.code).toBe(3);
    expect(own(waiting)).toEqual(first);
    expect(eventsOf(waiting, "agent.started")).toMatchObject([{ agentType: "explore" }]);
    expect(eventsOf(waiting, "tool.settled").filter(({ parentSessionId }) => parentSessionId)).toMatchObject([
      { name: "Read", status: "ok" },
    ]);
    expect(await file()).toContain("State: finished");
    const id = sessionOf(waiting);

    const asked = await resume(id, "once");
    expect([asked.code, ...own(asked)]).toEqual([3, "Bash ok", "TodoWrite ok"]);
    expect(await file()).toContain("The tour was here.");

    const done = await resume(id, "Connect a model");
    expect([done.code, ...own(done)]).toEqual([0, "AskUserQuestion ok", "TodoWrite ok"]);
    expect(answerOf(done)).toContain("Next: open Settings");
    expect(answerOf(done)).toContain("scripted demo model");
    const plan = eventsOf(done, "todo.changed").at(-1);
    expect(plan?.todos.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "completed"));
  });

  it("goes on when the command is refused, and is started by its name in Chinese too", async () => {
    const env = { LANG: "zh_CN.UTF-8" };
    const waiting = await start("/tour", [], env);
    expect([waiting.code, ...own(waiting)]).toEqual([3, ...first]);
    const id = sessionOf(waiting);
    expect(own(await resume(id, "no: not now", env))).toEqual(["Bash denied", "TodoWrite ok"]);
    const done = await resume(id, "睡觉", env);
    expect(done.code).toBe(0);
    expect(answerOf(done)).toContain("你的回答是：睡觉");
    expect(answerOf(done)).toContain("Bash：未完成");
    expect(await file()).not.toContain("导览来过这里");
  });
});

describe("bundled skills", () => {
  it("cost a plain run nothing: models are not told of the tour", async () => {
    const [wire] = wires;
    if (!wire) throw new Error("no wire");
    const [, model, key] = wire;
    await stage.serve(["hello"]);
    await stage.cli(["run", "--model", model, "--base-url", stage.baseUrl(), "hi"], { [key]: testKey });
    const body = stage.server.requests[0]?.normal?.body as { system: unknown; tools: unknown };
    const sent = JSON.stringify([body.system, body.tools]);
    expect(sent).not.toMatch(/tour/i);
    expect(sent.length).toBeLessThan(12_000);
  });

  it("stand behind a person's own skill of the same name", async () => {
    const text = "---\nname: tour\ndescription: my own\n---\nMine.\n";
    await stage.temp.write("../home/.skillmint/skills/tour/SKILL.md", text);
    const { stdout } = await stage.cli(["--json", "skills", "list"]);
    const { skills } = JSON.parse(stdout) as { skills: { id: string; reason?: string }[] };
    const known = skills.filter(({ id }) => id.endsWith(":tour")).map(({ id, reason }) => [id, reason]);
    expect(known).toEqual([
      ["user:tour", undefined],
      ["bundled:tour", "shadowed"],
    ]);
  });
});
