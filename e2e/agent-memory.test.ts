import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { eventsOf, sessionOf, statuses, useStage, wires } from "./kit.ts";
import { exists, putFile, resultsOf } from "./skill-files.fixture.ts";

const stage = useStage();
const home = (path: string) => join(stage.temp.home, path);
const memory = (operation: string, more: Record<string, unknown> = {}) => ({
  name: "Memory",
  input: { operation, ...more },
});
const task = { name: "Task", input: { prompt: "review", subagent_type: "reviewer" } };
const write = (content: string, more = {}) => memory("write", { key: "MEMORY", content, ...more });
const putAgent = (lines: string) =>
  putFile(
    home(".claude/agents/reviewer.md"),
    `---\nname: reviewer\ndescription: R.\n${lines}\n---\nYou review.`,
  );
const isReviewer = (system: string): boolean => system.startsWith("You review.");
const childRequests = () =>
  stage.server.requests.flatMap(({ normal }) => (normal && isReviewer(normal.system) ? [normal] : []));

describe.each(wires)("sub-agents that remember, %s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  /** The conversation starts the agent once, which goes through these replies. */
  const once =
    (...replies: object[]): Script =>
    ({ system, turn }) =>
      isReviewer(system) ? (replies[turn] ?? "reviewed") : turn === 0 ? { calls: [task] } : "end";

  it("begin with what their kind wrote down before, whatever tools it has", async () => {
    await putAgent("tools: Read\nmemory: user");
    const first = await run(once({ calls: [write("Tabs are fine.", { scope: "project" })] }));
    expect([first.code, ...statuses(first)]).toEqual([0, "Memory ok", "Task ok"]);
    const file = home(".skillmint/memory/agents/reviewer/MEMORY.md");
    expect(await readFile(file, "utf8")).toBe("Tabs are fine.");
    expect(childRequests()[0]?.system).not.toContain("Tabs are fine.");
    expect(childRequests()[0]?.tools).toEqual(["Read", "AskUserQuestion", "Memory"]);
    const second = await run(once());
    expect(childRequests()[0]?.system).toMatch(
      /\n\n---\nPersistent memory \(MEMORY\.md\):\nTabs are fine\.$/,
    );
    const read = eventsOf(second, "instructions.read");
    expect(read.map(({ sources }) => sources.map(({ from, path }) => [from, path]))).toEqual([
      [["agent", file]],
    ]);
    expect(read[0]?.sessionId).not.toBe(sessionOf(second));
    const main = stage.server.requests.find(({ normal }) => normal && !isReviewer(normal.system));
    expect(main?.normal?.system).not.toContain("Tabs are fine.");
  });

  it("of a project remember only where it is trusted", async () => {
    await putAgent("memory: project");
    const script = once({ calls: [write("Ours.")] });
    const untrusted = await run(script);
    expect(statuses(untrusted)).toEqual(["Memory error", "Task ok"]);
    expect(resultsOf(untrusted)[1]?.text).toContain("skillmint trust");
    const file = join(stage.temp.folder, ".skillmint/memory/agents/reviewer/MEMORY.md");
    expect(await exists(file)).toBe(false);
    await stage.cli(["trust"]);
    expect(statuses(await run(script))).toEqual(["Memory ok", "Task ok"]);
    expect(await readFile(file, "utf8")).toBe("Ours.");
    await run(once());
    expect(childRequests()[0]?.system).toContain("Ours.");
    await stage.cli(["trust", "--remove"]);
    await run(once());
    expect(childRequests()[0]?.system).not.toContain("Ours.");
  });

  it("write nothing in plan mode, and nothing where the tool is refused", async () => {
    await putAgent("memory: true");
    const planned = await run(once({ calls: [write("x")] }), ["--mode", "plan"]);
    expect(statuses(planned)).toEqual(["Memory error", "Task ok"]);
    const refused = await run(once({ calls: [write("x")] }), ["--deny", "Memory"]);
    expect(statuses(refused)).toEqual(["Memory denied", "Task ok"]);
    expect(childRequests()[0]?.tools).not.toContain("Memory");
    expect(await exists(home(".skillmint/memory/agents"))).toBe(false);
  });

  it("speak Chinese in the words of the requirement", async () => {
    await putAgent("memory: user");
    await putFile(home(".skillmint/memory/agents/reviewer/MEMORY.md"), "用制表符。");
    const result = await run(once({ calls: [memory("list")] }), ["--lang", "zh-CN"]);
    expect(childRequests()[0]?.system).toMatch(/\n\n---\n持久记忆 \(MEMORY\.md\):\n用制表符。$/);
    expect(resultsOf(result)[1]?.text).toContain("已有的记忆（agent）");
    expect(resultsOf(result)[0]?.text).toBe("子 Agent (reviewer) 执行完成:\n\nreviewed");
  });
});

describe("skillmint memory", () => {
  it("shows and deletes what sub-agents remember", async () => {
    await putFile(home(".skillmint/memory/agents/reviewer/MEMORY.md"), "Tabs.");
    await putFile(home(".skillmint/memory/user/MEMORY.md"), "Mine.");
    const listed = await stage.cli(["--json", "memory", "list"]);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { key: "MEMORY", scope: "user" },
      { key: "MEMORY", scope: "agent", agent: "reviewer" },
    ]);
    expect((await stage.cli(["memory", "show", "MEMORY"])).stderr).toContain("user, reviewer");
    expect((await stage.cli(["memory", "show", "MEMORY", "--agent", "Reviewer"])).stdout).toBe("Tabs.\n");
    const deleted = await stage.cli(["memory", "delete", "MEMORY", "--agent", "reviewer"]);
    expect(deleted.stdout).toContain("Deleted MEMORY (agent:reviewer)");
    const gone = await stage.cli(["--lang", "zh-CN", "memory", "show", "MEMORY", "--agent", "nobody"]);
    expect([gone.code, gone.stderr.trim()]).toEqual([2, "子 Agent nobody 在这里没有任何记忆。"]);
  });
});
