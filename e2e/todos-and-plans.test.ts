import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const todo = (input: Record<string, unknown>) => ({ name: "TodoWrite", input });
const write = (path: string) => ({ name: "Write", input: { path, content: "x" } });
const exit = (plan: string) => ({ name: "ExitPlanMode", input: { plan } });
const plan = "# Plan\n\n1. write made.txt\n2. read it again";

describe.each(wires)("%s", (...wire) => {
  const key = { [wire[2]]: testKey };
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const plain = (script: Script, env: Record<string, string> = {}) =>
    stage
      .serve(script)
      .then(() =>
        stage.cli(["run", "--model", wire[1], "--base-url", stage.baseUrl(), "go"], { ...key, ...env }),
      );

  it("keeps a list of todos in both forms, for the session alone", async () => {
    const whole = [
      { content: "Read", status: "completed", activeForm: "Reading" },
      { content: "Write", status: "in_progress", activeForm: "Writing" },
    ];
    const result = await run([
      { calls: [todo({ todos: whole }), todo({ operation: "create", subject: "Test", description: "all" })] },
      { calls: [todo({ todos: [{ content: "Read", status: "soon" }] }), todo({ operation: "list" })] },
      "end",
    ]);
    expect([result.code, ...statuses(result)]).toEqual([
      0,
      "TodoWrite ok",
      "TodoWrite ok",
      "TodoWrite error",
      "TodoWrite ok",
    ]);
    const changes = eventsOf(result, "todo.changed");
    expect(changes.map(({ todos }) => todos.map(({ subject, status }) => `${status} ${subject}`))).toEqual([
      ["completed Read", "in_progress Write"],
      ["completed Read", "in_progress Write", "pending Test"],
    ]);
    const next = await run([{ calls: [todo({ operation: "list" })] }, "end"]);
    expect(eventsOf(next, "tool.settled")[0]?.content).toEqual([
      { type: "text", text: "The list is empty." },
    ]);
  });

  it("shows the list when it changes, also in Chinese", async () => {
    const script: Script = [
      { calls: [todo({ todos: ["读取", { content: "写入", status: "进行中", activeForm: "正在写入" }] })] },
      "完成",
    ];
    const result = await plain(script, { LANG: "zh_CN.UTF-8" });
    expect([result.code, result.stdout]).toEqual([0, "完成\n"]);
    expect(result.stderr).toContain("  ☐ 读取\n  ▸ 正在写入\n");
    expect(JSON.stringify(stage.server.requests[1]?.normal?.messages)).toContain("列表共有 2 项");
  });

  it("plans without changing anything, shows the plan whole, and works by it once it is approved", async () => {
    const waiting = await run(
      [
        { calls: [{ name: "EnterPlanMode", input: {} }] },
        { calls: [write("too-early.txt"), exit(plan)] },
        { calls: [write("made.txt")] },
        "made",
      ],
      ["--mode", "acceptEdits"],
    );
    const id = sessionOf(waiting);
    expect([waiting.code, ...statuses(waiting)]).toEqual([3, "EnterPlanMode ok", "Write denied"]);
    expect(waiting.stderr).toContain("  # Plan\n\n  1. write made.txt\n  2. read it again\n");
    expect(waiting.stderr).toContain("1. Approve: goes on in mode acceptEdits");
    expect(await readdir(stage.temp.folder)).toEqual([]);
    const done = await stage.cli(["--json", "resume", id, "approve"], key);
    expect([done.code, ...statuses(done)]).toEqual([0, "ExitPlanMode ok", "Write ok"]);
    expect(eventsOf(done, "session.configured")[0]?.settings).toEqual({ mode: "acceptEdits" });
    expect(await readdir(stage.temp.folder)).toEqual(["made.txt"]);
    const shown = await stage.cli(["sessions", "show", id], key);
    expect(shown.stdout).toContain("[ok] ExitPlanMode\n  # Plan\n\n  1. write made.txt");
  });

  it("goes back to the list and the mode of before with undo, and forth with redo", async () => {
    const script: Script = ({ messages, results }) => {
      const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
      if (asked.includes("look"))
        return results.length === 0 ? { calls: [todo({ operation: "list" })] } : "end";
      if (asked.includes("go"))
        return { calls: [todo({ todos: ["Read"] }), { name: "EnterPlanMode", input: {} }] };
      return "in plan mode";
    };
    const first = await run(script, ["--mode", "acceptEdits"]);
    const id = sessionOf(first);
    expect([first.code, ...statuses(first)]).toEqual([0, "TodoWrite ok", "EnterPlanMode ok"]);
    const after = async (...undo: string[]) => {
      expect((await stage.cli(["sessions", "undo", id, ...undo], key)).code).toBe(0);
      const fork = await stage.cli(["--json", "sessions", "fork", id], key);
      const { id: copy } = JSON.parse(fork.stdout) as { id: string };
      const shown = await stage.cli(["sessions", "show", copy], key);
      const looked = await stage.cli(["--json", "run", "--session", copy, "look"], key);
      const [result] = eventsOf(looked, "tool.settled").map(({ content }) => JSON.stringify(content));
      return { mode: shown.stdout.split(" · ")[2], list: result };
    };
    expect(await after()).toEqual({
      mode: "acceptEdits",
      list: expect.stringContaining("The list is empty."),
    });
    expect(await after("--redo")).toEqual({ mode: "plan", list: expect.stringContaining("Read") });
  });

  it("begins in plan mode by flag, is told why not, and takes edits as agreed; in Chinese", async () => {
    await stage.serve([
      { calls: [exit("甲")] },
      { calls: [exit("乙")] },
      { calls: [write("b.txt")] },
      "完成",
    ]);
    const env = { ...key, LANG: "zh_CN.UTF-8" };
    const args = ["--json", "run", "--model", wire[1], "--base-url", stage.baseUrl(), "--mode", "plan", "go"];
    const waiting = await stage.cli(args, env);
    const id = sessionOf(waiting);
    expect(waiting.code).toBe(3);
    expect(waiting.stderr).toContain("[计划] 是否按此计划执行？\n  1. 批准: 以 default 模式继续");
    const first = JSON.stringify(stage.server.requests[0]?.normal?.messages);
    expect(first).toContain("当前为计划模式");
    const again = await stage.cli(["--json", "resume", id, "请写到", "b.txt"], env);
    expect([again.code, ...statuses(again)]).toEqual([3, "ExitPlanMode denied"]);
    expect(JSON.stringify(stage.server.requests[1]?.normal?.messages)).toContain("用户说：请写到 b.txt");
    const done = await stage.cli(["--json", "resume", id, "2"], env);
    expect([done.code, ...statuses(done)]).toEqual([0, "ExitPlanMode ok", "Write ok"]);
  });
});
