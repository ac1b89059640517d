import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, eventsOf, sessionOf, startCli, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const task = (prompt: string, more: Record<string, unknown> = {}) => ({
  name: "Task",
  input: { prompt, description: `work on ${prompt}`, ...more },
});
const isChild = (system: string): boolean => /focused sub-agent|专注的子 agent/.test(system);
const script: Script = ({ system, turn, last }) => {
  if (isChild(system)) return last === "slow" ? { text: "late", delayMs: 60_000 } : `did ${last}`;
  return turn === 0 ? { calls: [task("slow", { run_in_background: true }), task("quick")] } : `end ${turn}`;
};

describe.each(wires)("tasks of a session, %s", (...wire) => {
  const key = { [wire[2]]: testKey };
  const flags = () => ["run", "--model", wire[1], "--base-url", stage.baseUrl(), "go"];
  const start = (args: readonly string[]) =>
    startCli(args, { env: { ...stage.temp.env, ...key }, cwd: stage.temp.folder });
  const idIn = (text: string): string => /ses_\w+/.exec(text)?.[0] ?? "";
  const newest = async () => idIn((await stage.cli(["--json", "sessions", "list"], key)).stdout);

  it.each([
    ["en", "was stopped by the user", "task_1 was asked to stop", "has ended already (stopped)"],
    ["zh-CN", "在完成之前被用户停止", "已请求停止 task_1", "已经结束（stopped）"],
  ])("are listed and stopped one by one from another process (%s)", async (language, told, asked, over) => {
    await stage.serve(script);
    const working = start(["--json", "--lang", language, ...flags()]);
    await working.saw('"agent.ended"');
    const id = await newest();
    const cli = (...args: string[]) => stage.cli(["--lang", language, ...args], key);
    const tasks = JSON.parse((await cli("--json", "sessions", "tasks", id)).stdout) as object[];
    expect(tasks).toMatchObject([
      {
        taskId: "task_1",
        agentType: "general-purpose",
        description: "work on slow",
        state: "working",
        background: true,
      },
      { taskId: "task_2", description: "work on quick", state: "done", background: false },
    ]);
    expect((await cli("sessions", "tasks", id)).stdout).toMatch(
      /^task_1 +working +general-purpose +\d{4}-.* ses_\w+ {2}work on slow\ntask_2 +done /,
    );
    const unknown = await cli("sessions", "stop", id, "--task", "task_9");
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toContain("task_1, task_2");
    const stopped = await cli("sessions", "stop", id, "--task", "task_1");
    expect([stopped.code, stopped.stdout.split("\n")[0]]).toEqual([0, expect.stringContaining(asked)]);
    const done = await working.done;
    expect([done.code, answerOf(done)]).toEqual([0, "end 2"]);
    expect(JSON.stringify(stage.server.requests.at(-1)?.normal?.messages)).toContain(told);
    expect((await cli("sessions", "stop", id, "--task", "1")).stdout).toContain(over);
  });

  it("are honest after a crash: what was cut off is `interrupted`, can be stopped, and the rest goes on", async () => {
    await stage.serve(script);
    const working = start(["--json", ...flags()]);
    await working.saw('"agent.ended"');
    working.child.kill("SIGKILL");
    const id = sessionOf(await working.done);
    const states = async () => {
      const { stdout } = await stage.cli(["--json", "sessions", "tasks", id], key);
      return (JSON.parse(stdout) as { taskId: string; state: string }[]).map(
        ({ taskId, state }) => `${taskId} ${state}`,
      );
    };
    expect(await states()).toEqual(["task_1 interrupted", "task_2 done"]);
    const stopped = await stage.cli(["sessions", "stop", id, "--task", "task_1"], key);
    expect(stopped.stdout).toContain(`skillmint resume ${id}`);
    expect(await states()).toEqual(["task_1 stopped", "task_2 done"]);
    const done = await stage.cli(["--json", "resume", id], key);
    expect(done.code).toBe(0);
    expect(eventsOf(done, "agent.ended").map(({ taskId, status }) => `${taskId} ${status}`)).toEqual([
      "task_1 stopped",
    ]);
    expect(await states()).toEqual(["task_1 stopped", "task_2 done"]);
  });
});
