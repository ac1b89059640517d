import { beforeEach, describe, expect, it } from "vitest";
import { putBuilder } from "./builder.fixture.ts";
import { bash, eventsOf, useStage, wires } from "./kit.ts";

const stage = useStage();
let git: Awaited<ReturnType<typeof putBuilder>>;
const build = (prompt: string, background: boolean) => ({
  name: "Task",
  input: { prompt, subagent_type: "builder", run_in_background: background },
});
const read = (id: string) => ({ name: "TaskOutput", input: { task_id: id } });

beforeEach(async () => {
  git = await putBuilder(stage, { name: "builder", tools: "Bash" });
});

async function hasSandbox(): Promise<boolean> {
  const { stdout } = await stage.cli(["doctor", "--json"]);
  const checks = JSON.parse(stdout) as { name: string; level: string }[];
  return checks.find(({ name }) => name === "sandbox")?.level === "ok";
}

describe.each(wires)("sub-agents in worktrees, %s", (...wire) => {
  it.each([
    ["in the foreground", false],
    ["in the background", true],
  ])("commit from inside the sandbox, and what was not used is gone, %s", async (_, background) => {
    const sandboxed = await hasSandbox();
    if (!sandboxed) console.warn("NOT TRIED inside a sandbox: there is none here");
    const result = await stage.run(
      wire,
      ({ system, turn, last }) => {
        if (system.startsWith("You build.")) {
          if (last.endsWith("look")) return "looked";
          if (turn === 0) return { calls: [bash("git status --short --branch")] };
          if (turn === 1) return { calls: [bash("echo x > built.txt; echo pid $$")] };
          return turn === 2
            ? { calls: [bash("git add -A && git commit -q -m x; git log --format=%s")] }
            : "built";
        }
        if (turn === 0) return { calls: [build("make", background), build("look", background)] };
        return turn === 1 && background ? { calls: [read("task_1"), read("task_2")] } : "end";
      },
      ["--allow", "Bash"],
    );
    expect([result.code, result.stderr]).toEqual([0, ""]);
    const ran = eventsOf(result, "tool.settled")
      .filter(({ name }) => name === "Bash")
      .map(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(""));
    expect(ran).toHaveLength(3);
    expect(ran[0]).toMatch(/^## skillmint\/builder-[0-9a-f]{8}\/work/);
    // Only behind the wall a process has so low a number.
    if (sandboxed) expect(ran[1]).toMatch(/^pid \d\b/);
    expect(ran[2]).toMatch(/^x\nfirst/);
    expect(
      eventsOf(result, "agent.ended")
        .map(({ result: text }) => text)
        .toSorted(),
    ).toEqual(["built", "looked"]);
    const branches = git("branch", "--list", "skillmint/*", "--format=%(refname:short) %(subject)");
    expect(branches).toMatch(/^skillmint\/builder-[0-9a-f]{8}\/work x\n$/);
    expect(git("worktree", "list").trim().split("\n")).toHaveLength(2);
    expect([git("log", "--format=%s"), git("status", "--porcelain")]).toEqual(["first\n", ""]);
  });
});
