import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { NormalRequest, ScriptFunction, Turn } from "../packages/core/src/testing/index.ts";
import { answerOf, bash, eventsOf, sessionOf, testKey, useStage, wires, type Wire } from "./kit.ts";
import { putFile, resultsOf, skill, write } from "./skill-files.fixture.ts";
import { openSuperpowers } from "./superpowers.fixture.ts";

const superpowers = openSuperpowers();
const stage = useStage();
let folderOf: (skill: string) => string = (name) => name;

beforeEach(async () => {
  if (!superpowers) return;
  folderOf = await superpowers.install(stage.temp.home);
  await putFile(join(stage.temp.home, ".gitconfig"), "[user]\n\tname = T\n\temail = t@example.com\n");
});

const free = ["--mode", "unrestricted", "--no-sandbox"];
const task = (prompt: string, more: Record<string, unknown> = {}) => ({
  name: "Task",
  input: { prompt, subagent_type: "general-purpose", ...more },
});
const todos = (...list: [content: string, status: string][]) => ({
  name: "TodoWrite",
  input: { todos: list.map(([content, status]) => ({ content, status, activeForm: content })) },
});
const isChild = ({ system }: NormalRequest): boolean => system.includes("focused sub-agent");
const git = (...args: string[]): string =>
  spawnSync("git", args, { cwd: stage.temp.folder, env: stage.temp.env, encoding: "utf8" }).stdout.trim();

async function startRepository(): Promise<void> {
  await stage.temp.write("README.md", "x\n");
  git("init", "-q", "-b", "feature");
  git("add", ".");
  git("commit", "-q", "-m", "first");
}

/** The main agent goes by its turns; a sub-agent by what its task begins with. */
function cast(turns: readonly Turn[], roles: Record<string, ScriptFunction>): ScriptFunction {
  return (request) => {
    if (!isChild(request)) return turns[request.turn] ?? "done";
    const task = request.messages.find((message) => message.role === "user")?.text ?? "";
    const role = Object.keys(roles).find((name) => task.startsWith(name));
    return (role && roles[role]?.(request)) || "nothing to do";
  };
}

describe.skipIf(!superpowers).each(wires)("superpowers with sub-agents, %s", (...wire: Wire) => {
  const work = (script: ScriptFunction) => stage.run(wire, script, free);

  it("subagent-driven-development: for each task an implementer, its review package, a reviewer, the ledger", async () => {
    await startRepository();
    const scripts = join(folderOf("subagent-driven-development"), "scripts");
    const plan = "docs/superpowers/plans/2026-01-02-two.md";
    const ledger = ".superpowers/sdd/2026-01-02-two/progress.md";
    const perTask = (n: number): Turn[] => [
      { calls: [bash(`${scripts}/task-brief ${plan} ${n}`)] },
      { calls: [task(`Implement task ${n}`, { description: `Task ${n}` })] },
      { calls: [bash(`${scripts}/review-package ${plan} HEAD~1 HEAD`)] },
      { calls: [task(`Review task ${n}`, { description: `Review ${n}` })] },
      { calls: [bash(`echo 'Task ${n}: complete' >> ${ledger}`)] },
    ];
    const result = await work(
      cast(
        [
          { calls: [skill("superpowers:subagent-driven-development")] },
          { calls: [write(plan, "# Plan\n\n### Task 1: A\n\nDo a.\n\n### Task 2: B\n\nDo b.\n")] },
          { calls: [bash(`${scripts}/sdd-workspace ${plan}`), todos(["a", "pending"], ["b", "pending"])] },
          {
            calls: [bash(`mkdir -p $(dirname ${ledger}) && echo '# SDD ledger — plan: ${plan}' > ${ledger}`)],
          },
          ...perTask(1),
          ...perTask(2),
          { calls: [bash("rm -r .superpowers/sdd/2026-01-02-two")] },
          { calls: [skill("superpowers:finishing-a-development-branch")] },
          "All tasks are complete.",
        ],
        {
          "Implement task": ({ turn, last }) => {
            const n = /task (\d)/.exec(last)?.[1] ?? "?";
            if (turn > 0) return "DONE";
            return {
              calls: [bash(`echo ${n} > made-${n}.txt && git add . && git commit -q -m "task ${n}"`)],
            };
          },
          "Review task": () => "Spec ✅ Quality: approved",
        },
      ),
    );
    expect([result.code, answerOf(result)]).toEqual([0, "All tasks are complete."]);
    expect(resultsOf(result).filter(({ status }) => status !== "ok")).toEqual([]);
    expect(git("log", "--format=%s")).toBe("task 2\ntask 1\nfirst");
    const agents = eventsOf(result, "agent.started").map(({ prompt }) => prompt);
    expect(agents).toEqual(["Implement task 1", "Review task 1", "Implement task 2", "Review task 2"]);
    const spans = eventsOf(result, "agent.ended").map(({ at }, index) => ({
      from: eventsOf(result, "agent.started")[index]?.at ?? 0,
      to: at,
    }));
    for (const [index, { from }] of spans.entries())
      if (index > 0) expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
  });

  it("dispatching-parallel-agents: agents of one reply overlap, and their results come back by call", async () => {
    const names = ["one", "two", "three"];
    const result = await work(
      cast(
        [
          { calls: [skill("dispatching-parallel-agents")] },
          { calls: names.map((name) => task(`Fix ${name}`)) },
          "All three are fixed.",
        ],
        { Fix: ({ last }) => ({ text: `fixed ${last.split(" ")[1]}`, delayMs: 400 }) },
      ),
    );
    expect([result.code, answerOf(result)]).toEqual([0, "All three are fixed."]);
    const started = eventsOf(result, "agent.started");
    const firstEnd = Math.min(...eventsOf(result, "agent.ended").map(({ at }) => at));
    for (const { at } of started) expect(at).toBeLessThan(firstEnd);
    const calls = eventsOf(result, "tool.called").filter(({ name }) => name === "Task");
    for (const { callId, input } of calls) {
      const settled = eventsOf(result, "tool.settled").find((event) => event.callId === callId);
      expect(JSON.stringify(settled?.content)).toContain(String(input["prompt"]).replace("Fix", "fixed"));
    }
  });

  it("requesting-code-review: the reviewer gets the filled template and both commits", async () => {
    await startRepository();
    const template = await readFile(join(folderOf("requesting-code-review"), "code-reviewer.md"), "utf8");
    const placeholder = /\{[A-Z_]+\}|\[[A-Z]+(?:_[A-Z]+)+\]/g;
    const head = git("rev-parse", "HEAD");
    const prompt = template.replaceAll(placeholder, head);
    const result = await work(
      cast([{ calls: [skill("requesting-code-review")] }, { calls: [task(prompt)] }, "reviewed"], {}),
    );
    expect(answerOf(result)).toBe("reviewed");
    const [agent] = eventsOf(result, "agent.started");
    expect(agent?.prompt).toContain(head);
    expect(agent?.prompt).not.toMatch(placeholder);
  });

  it("executing-plans: todos go from pending over in_progress to completed, then the branch is finished", async () => {
    const states = ["pending", "in_progress", "completed"];
    const result = await work(
      cast(
        [
          { calls: [skill("executing-plans")] },
          ...states.map((state): Turn => ({ calls: [todos(["Write the test", state])] })),
          { calls: [skill("superpowers:finishing-a-development-branch")] },
          "finished",
        ],
        {},
      ),
    );
    expect(eventsOf(result, "todo.changed").map((event) => event.todos[0]?.status)).toEqual(states);
    expect(resultsOf(result).at(-1)?.name).toBe("Skill");
  });

  it("finishing-a-development-branch: a menu after a passing test, and nothing before the answer", async () => {
    await startRepository();
    const options = ["Merge back locally", "Push and create a pull request", "Keep the branch"];
    const script = cast(
      [
        { calls: [skill("finishing-a-development-branch")] },
        { calls: [bash("echo 1 passed")] },
        { calls: [{ name: "AskUserQuestion", input: { question: "What would you like to do?", options } }] },
        { calls: [bash("git branch -m kept")] },
        "The branch is kept.",
      ],
      {},
    );
    const first = await work(script);
    expect([first.code, git("branch", "--show-current")]).toEqual([3, "feature"]);
    const key = { [wire[2]]: testKey };
    const second = await stage.cli(["--json", "resume", sessionOf(first), "3"], key);
    expect([second.code, answerOf(second), git("branch", "--show-current")]).toEqual([
      0,
      "The branch is kept.",
      "kept",
    ]);
    const asked = eventsOf(second, "tool.settled").find(({ name }) => name === "AskUserQuestion");
    expect(JSON.stringify(asked?.content)).toContain("Keep the branch");
  });

  it("writing-skills: a pressure test runs in a fresh context, with and without the skill", async () => {
    const result = await work(
      cast(
        [
          { calls: [skill("writing-skills")] },
          { calls: [task("Pressure without the skill"), task("Pressure with the skill: do not skip tests")] },
          "compared",
        ],
        { Pressure: ({ messages }) => `saw ${messages.length} message` },
      ),
    );
    const texts = resultsOf(result).filter(({ name }) => name === "Task");
    expect(texts.map(({ text }) => text.includes("saw 1 message"))).toEqual([true, true]);
  });
});
