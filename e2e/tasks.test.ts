import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { putBuilder } from "./builder.fixture.ts";
import { answerOf, bash, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const task = (prompt: string, more: Record<string, unknown> = {}) => ({
  name: "Task",
  input: { prompt, ...more },
});
const isChild = (system: string): boolean => /focused sub-agent|专注的子 agent/.test(system);

/** What calls of a tool in the main session came to. */
function results(result: Parameters<typeof eventsOf>[0], name: string): string[] {
  return eventsOf(result, "tool.settled")
    .filter((event) => event.name === name && event.sessionId === sessionOf(result))
    .map(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

describe.each(wires)("sub-agents, %s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const key = { [wire[2]]: testKey };

  it("run at once, see nothing of the conversation, and give the result of their call", async () => {
    const result = await run(({ system, turn, last }) => {
      if (isChild(system)) return { text: `did ${last}`, delayMs: 400 };
      return turn === 0 ? { calls: [task("one"), task("two", { subagent_type: "explore" })] } : "both done";
    });
    expect([result.code, answerOf(result)]).toEqual([0, "both done"]);
    expect(results(result, "Task").toSorted()).toEqual([
      "Sub-agent (explore) finished:\n\ndid two",
      "Sub-agent (general-purpose) finished:\n\ndid one",
    ]);
    const [first, second] = eventsOf(result, "agent.started");
    const firstEnd = eventsOf(result, "agent.ended")[0];
    expect(Math.max(first?.at ?? 0, second?.at ?? 0)).toBeLessThan(firstEnd?.at ?? 0);
    const child = stage.server.requests
      .map(({ normal }) => normal)
      .find((each) => each && isChild(each.system));
    expect(child?.messages).toHaveLength(1);
    expect(child?.tools).not.toContain("Task");
  });

  it("keep to the tools of their kind and to their limit", async () => {
    const result = await run(
      ({ system, turn }) => {
        if (!isChild(system)) return turn === 0 ? { calls: [task("x", { agent_type: "explore" })] } : "end";
        return { calls: [{ name: "Write", input: { path: "a", content: "" } }, bash(`echo ${turn}`)] };
      },
      ["--mode", "unrestricted", "--no-sandbox"],
    );
    expect(result.code).toBe(0);
    expect(new Set(statuses(result))).toEqual(new Set(["Write denied", "Bash denied", "Task ok"]));
    expect(results(result, "Task")[0]).toMatch(/^Sub-agent \(explore\) reached its maximum of 5 iterations:/);
  });

  it("plan with read-only commands only", async () => {
    const result = await run(
      ({ system, turn }) => {
        if (!isChild(system)) return turn === 0 ? { calls: [task("x", { subagent_type: "plan" })] } : "end";
        return turn === 0 ? { calls: [bash("ls"), bash("touch made")] } : "planned";
      },
      ["--mode", "unrestricted", "--no-sandbox"],
    );
    expect(statuses(result).toSorted()).toEqual(["Bash denied", "Bash ok", "Task ok"]);
  });

  it("of an unknown kind are general ones, and say so; of their own they start none", async () => {
    const result = await run(({ system, turn }) => {
      if (!isChild(system)) return turn === 0 ? { calls: [task("x", { subagent_type: "wizard" })] } : "end";
      return turn === 0 ? { calls: [task("deeper")] } : "alone";
    });
    expect(results(result, "Task")[0]).toContain("wizard");
    expect(statuses(result)).toEqual(["Task error", "Task ok"]);
  });

  it("go on in the background, are read with TaskOutput, and can be given more to do", async () => {
    const result = await run(({ system, turn, last }) => {
      if (isChild(system)) return { text: `heard ${last}`, delayMs: 300 };
      if (turn === 0) return { calls: [task("first", { run_in_background: true })] };
      if (turn === 1) return { calls: [{ name: "TaskOutput", input: { task_id: "task_1", block: false } }] };
      if (turn === 2) return { calls: [{ name: "TaskOutput", input: { task_id: "task_1" } }] };
      if (turn === 3) return { calls: [task("second", { resume: "task_1" })] };
      return "end";
    });
    expect(result.code).toBe(0);
    expect(results(result, "TaskOutput")).toEqual([
      "running: task_1 has not ended yet.",
      "Sub-agent (general-purpose) finished:\n\nheard first",
    ]);
    expect(results(result, "Task")).toContain("Sub-agent (general-purpose) finished:\n\nheard second");
  });

  it("of a person's own kind have its words, tools and a worktree of their own", async () => {
    const git = await putBuilder(stage, { name: "builder", tools: "Bash, Read" });
    const result = await run(
      ({ system, turn }) => {
        if (system.startsWith("You build."))
          return turn === 0 ? { calls: [bash("echo x > built.txt")] } : "built";
        return turn === 0 ? { calls: [task("build it", { subagent_type: "builder" })] } : "end";
      },
      ["--mode", "unrestricted", "--no-sandbox"],
    );
    expect(result.code).toBe(0);
    const [text = ""] = results(result, "Task");
    const path = /worked in (.+), on the branch/.exec(text)?.[1] ?? "";
    expect(await readFile(join(path, "built.txt"), "utf8")).toBe("x\n");
    expect(git("status", "--porcelain")).toBe("");
    const child = stage.server.requests
      .map(({ normal }) => normal)
      .find((each) => each?.system.startsWith("You build."));
    expect(child?.tools).toEqual(["Read", "Bash", "AskUserQuestion"]);
  });

  it("keep their worktree over a question, a restart and more to do", async () => {
    const git = await putBuilder(stage, { name: "Code Builder!", tools: "Bash" });
    const build = (prompt: string, more = {}) => task(prompt, { subagent_type: "code builder!", ...more });
    const first = await run(
      ({ system, turn, last }) => {
        if (system.startsWith("You build.")) {
          if (turn === 0 && last.includes("make")) return { calls: [bash("touch built.txt")] };
          return `built in ${/Folder: (.+)/.exec(system)?.[1]}`;
        }
        if (turn === 0) return { calls: [build("make it"), build("look")] };
        const more = [build("again", { resume: "task_1" }), build("again", { resume: "task_2" })];
        return turn === 1 ? { calls: more } : "end";
      },
      ["--no-sandbox"],
    );
    expect(first.code).toBe(3);
    const last = await stage.cli(["--json", "resume", sessionOf(first), "once"], key);
    expect(last.code).toBe(0);
    const texts = results({ events: [...first.events, ...last.events] }, "Task");
    const places = texts.map((text) => /built in (.+)/.exec(text)?.[1] ?? "");
    expect(places.map((place) => /work\/\.worktrees\/code-builder-[0-9a-f]{8}$/.test(place))).toEqual(
      Array(4).fill(true),
    );
    // What was never used is gone, and was there again for what it was given to do later.
    expect(new Set(places).size).toBe(2);
    const [used] = git("worktree", "list", "--porcelain").match(/\S+\/\.worktrees\/\S+/g) ?? [];
    expect(git("worktree", "list").trim().split("\n")).toHaveLength(2);
    const told = texts.filter((text) => text.includes(`It worked in ${used}, on the branch`));
    expect(told).toHaveLength(2);
    expect(await readFile(join(used ?? "", "built.txt"), "utf8")).toBe("");
  });

  it("that cannot work say why, and one that works is not given more to do", async () => {
    const agents = join(stage.temp.env["HOME"] ?? "", ".claude", "agents");
    await mkdir(agents, { recursive: true });
    const head = "name: needy\ndescription: Needs.\nskills: nowhere-to-be-found";
    await writeFile(join(agents, "needy.md"), `---\n${head}\n---\nYou need.`);
    const result = await run(({ system, turn }) => {
      if (isChild(system)) return { text: "worked", delayMs: 600 };
      const empty = { subagent_type: "", resume: "", model: "", allowed_tools: [] };
      if (turn === 0) return { calls: [task("x", { subagent_type: "needy" })] };
      if (turn === 1) return { calls: [task("y", { ...empty, run_in_background: true })] };
      if (turn === 2) return { calls: [task("z", { resume: "task_2" })] };
      return "end";
    });
    expect(result.code).toBe(0);
    const [needy, started, busy] = results(result, "Task");
    expect(needy).toMatch(/ended early \(error\)[^]*nowhere-to-be-found/);
    expect(started).toMatch(/^Started in the background: task_2\./);
    expect(busy).toMatch(/^task_2 has not ended yet/);
    expect(eventsOf(result, "agent.ended").map(({ status }) => status)).toEqual(["error", "done"]);
  });

  it("use only the skills that their kind may use", async () => {
    const home = stage.temp.env["HOME"] ?? "";
    for (const name of ["free", "deploy-all"]) {
      await mkdir(join(home, ".claude/skills", name), { recursive: true });
      await writeFile(
        join(home, ".claude/skills", name, "SKILL.md"),
        `---\nname: ${name}\ndescription: D.\n---\nx`,
      );
    }
    await mkdir(join(home, ".claude/agents"), { recursive: true });
    const head = "name: careful\ndescription: C.\npermissions:\n  skill:\n    deploy-*: deny";
    await writeFile(join(home, ".claude/agents/careful.md"), `---\n${head}\n---\nYou are careful.`);
    const load = (name: string) => ({ name: "Skill", input: { skill: name } });
    const result = await run(({ system, turn }) => {
      if (system.startsWith("You are careful."))
        return turn === 0 ? { calls: [load("free"), load("deploy-all")] } : "ok";
      return turn === 0 ? { calls: [task("go", { subagent_type: "careful" }), load("deploy-all")] } : "end";
    });
    const own = eventsOf(result, "tool.settled").map(({ name, status, sessionId }) =>
      [sessionId === sessionOf(result) ? "main" : "child", name, status].join(" "),
    );
    expect(own.toSorted()).toEqual(["child Skill error", "child Skill ok", "main Skill ok", "main Task ok"]);
  });

  it("wait for a person together, and end after the answers", async () => {
    const script: Script = ({ system, turn, last }) => {
      if (isChild(system)) return turn === 0 ? { calls: [bash(`touch ${last}`)] } : `made ${last}`;
      return turn === 0 ? { calls: [task("a"), task("b")] } : "all made";
    };
    const first = await run(script, ["--no-sandbox"]);
    expect(first.code).toBe(3);
    expect(eventsOf(first, "permission.asked")).toHaveLength(2);
    const id = sessionOf(first);
    const second = await stage.cli(["--json", "resume", id, "once"], key);
    expect(second.code).toBe(3);
    const third = await stage.cli(["--json", "resume", id, "no: not b"], key);
    expect([third.code, answerOf(third)]).toEqual([0, "all made"]);
    const refused = await stage.cli(["--json", "resume", id, "once"], key);
    expect(refused.code).toBe(1);
  });

  it("report in the person's language", async () => {
    await stage.serve(({ system, turn }) => {
      if (isChild(system)) return "好了";
      return turn === 0 ? { calls: [task("做")] } : "完";
    });
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const result = await stage.cli(["--json", "--lang", "zh-CN", "run", ...model, "go"], key);
    expect(results(result, "Task")).toEqual(["子 Agent (general-purpose) 执行完成:\n\n好了"]);
  });
});
