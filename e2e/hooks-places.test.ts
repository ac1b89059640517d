import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { bash, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";
import { exists, hook, hookFiles, isChild, put, record } from "./hooks.fixture.ts";

const stage = useStage();
const { at, home, mine, lines } = hookFiles(stage);
const free = ["--mode", "unrestricted", "--no-sandbox"];
const two: Script = [{ calls: [bash("true")] }, { calls: [bash("true")] }, "end"];

const everyEvent = (command: string) =>
  Object.fromEntries(
    ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"].map((event) => [
      event,
      hook(command),
    ]),
  );

function skillText(name: string, hooks: unknown, body = "Go."): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\nhooks: ${JSON.stringify(hooks)}\n---\n\n${body}\n`;
}
const skill = (name: string, more: Record<string, unknown> = {}) => ({
  name: "Skill",
  input: { skill: name, ...more },
});

const projectFiles = [".skillmint/config.jsonc", ".claude/settings.json", ".claude/settings.local.json"];

describe.each(wires)("places of hooks, %s", (...wire) => {
  const run = (script: Script, flags: readonly string[] = free) => stage.run(wire, script, flags);

  it("a project's count when it is trusted, and not a moment before", async () => {
    for (const [index, file] of projectFiles.entries())
      await put(at(file), { hooks: everyEvent(`touch canary${index}`) });
    await put(at(".claude/skills/evil/SKILL.md"), skillText("evil", everyEvent("touch canary3")));
    const canaries = () => Promise.all([0, 1, 2, 3].map((index) => exists(at(`canary${index}`))));
    const script: Script = [{ calls: [bash("true"), skill("evil")] }, { calls: [bash("true")] }, "end"];
    expect((await run(script)).code).toBe(0);
    expect(await canaries()).toEqual([false, false, false, false]);
    await stage.cli(["trust"]);
    expect((await run(script)).code).toBe(0);
    expect(await canaries()).toEqual([true, true, true, true]);
    await stage.cli(["trust", "--remove"]);
    await put(at(projectFiles[0] ?? ""), { hooks: everyEvent("touch late") });
    await run(script);
    expect(await exists(at("late"))).toBe(false);
  });

  it("a change counts from the next run on", async () => {
    await put(at(".claude/settings.json"), { hooks: { PreToolUse: hook("exit 2", "Bash") } });
    await stage.cli(["trust"]);
    expect(statuses(await run(two))).toEqual(["Bash denied", "Bash denied"]);
    await put(at(".claude/settings.json"), { hooks: {} });
    expect(statuses(await run(two))).toEqual(["Bash ok", "Bash ok"]);
    await put(at(".claude/settings.json"), "{ broken");
    const broken = await run(two);
    expect([broken.code, statuses(broken)]).toEqual([0, ["Bash ok", "Bash ok"]]);
    expect(broken.stderr).toContain("have no effect");
  });

  it("a link that leads out of the project counts for nothing", async () => {
    const outside = home("elsewhere.json");
    await put(outside, { hooks: everyEvent("touch canary") });
    await put(at(".claude/keep"), "");
    await symlink(outside, at(".claude/settings.json"));
    await stage.cli(["trust"]);
    const result = await run(two);
    expect([result.code, await exists(at("canary"))]).toEqual([0, false]);
    expect(result.stderr).toContain("leads out of the trusted folder");
  });

  it("the person's rules hold for commands of a project, never their own hooks", async () => {
    await put(at(".claude/settings.json"), { hooks: { PreToolUse: hook("curl --version > project.txt") } });
    await stage.cli(["trust"]);
    await put(home(".skillmint/config.jsonc"), {
      rules: { deny: ["Bash(curl:*)"] },
      hooks: { PreToolUse: hook("curl --version > own.txt || touch own.txt") },
    });
    const result = await run(two);
    expect([await exists(at("project.txt")), await exists(at("own.txt"))]).toEqual([false, true]);
    expect(result.stderr).toContain("your rules do not allow it");
  });

  it("the person's, another client's and the environment's count together", async () => {
    await put(home(".claude/settings.json"), { hooks: { PreToolUse: hook("touch claude") } });
    await put(home(".skillmint/environments/work/config.jsonc"), {
      hooks: { PreToolUse: hook("touch environment") },
    });
    await mine({ PreToolUse: hook("touch own") });
    expect((await run(two, [...free, "--env", "work"])).code).toBe(0);
    const made = await Promise.all(["claude", "environment", "own"].map((name) => exists(at(name))));
    expect(made).toEqual([true, true, true]);
  });

  it("none run where the person switched them off, in their own file or another client's", async () => {
    const places = [".skillmint/config.jsonc", ".claude/settings.json"].map((file) => home(file));
    await put(home(".claude/skills/guard/SKILL.md"), skillText("guard", everyEvent("touch skills")));
    await put(at(projectFiles[0] ?? ""), { hooks: everyEvent("touch projects") });
    await stage.cli(["trust"]);
    const script: Script = [{ calls: [skill("guard")] }, { calls: [bash("true")] }, "end"];
    const made = () => Promise.all(["own", "skills", "projects"].map((name) => exists(at(name))));
    for (const off of places) {
      for (const place of places)
        await put(place, { hooks: everyEvent("touch own"), disableAllHooks: place === off });
      const result = await run(script);
      expect([result.code, result.stderr]).toEqual([0, ""]);
      expect(await made()).toEqual([false, false, false]);
    }
    for (const place of places) await put(place, { hooks: everyEvent("touch own"), disableAllHooks: "yes" });
    await put(places[0] ?? "", { hooks: everyEvent("touch own") });
    await run(script);
    expect(await made()).toEqual([true, true, true]);
  });

  it("a project switches off its own, never the person's", async () => {
    await stage.cli(["trust"]);
    await mine({ PreToolUse: hook("touch own") });
    await put(at(projectFiles[0] ?? ""), { hooks: everyEvent("touch first") });
    await put(at(projectFiles[2] ?? ""), { hooks: everyEvent("touch second"), disableAllHooks: true });
    expect((await run(two)).code).toBe(0);
    const made = await Promise.all(["own", "first", "second"].map((name) => exists(at(name))));
    expect(made).toEqual([true, false, false]);
  });

  it("a skill's count while it is active, once where it says so, in its sub-agents too", async () => {
    const folder = home(".claude/skills/guard");
    await put(
      join(folder, "SKILL.md"),
      skillText("guard", {
        PreToolUse: hook(record("pre.log"), "Bash"),
        PostToolUse: [
          ...hook("echo $CLAUDE_SKILL_DIR >> once.txt", "Bash", { once: "true" }),
          ...hook("touch never", "Bash", { type: "prompt" }),
        ],
      }),
    );
    const task = { name: "Task", input: { prompt: "x" } };
    const first = await run(({ system, turn }) => {
      if (isChild(system)) return turn === 0 ? { calls: [bash("echo child")] } : "child done";
      const calls = [[bash("echo before")], [skill("guard")], [bash("echo in")], [task]];
      calls.push([skill("guard", { unload: true })], [bash("echo after")]);
      return calls[turn] ? { calls: calls[turn] } : "end";
    });
    expect(first.code).toBe(0);
    const commands = (await lines("pre.log")).map(({ tool_input: input }) => input);
    expect(commands).toMatchObject([{ command: "echo in" }, { command: "echo child" }]);
    expect(await readFile(at("once.txt"), "utf8")).toBe(`${folder}\n`);
    expect(first.stderr).toContain('type "prompt"');
    expect(await exists(at("never"))).toBe(false);
  });

  it("a skill's end with the run", async () => {
    const hooks = { PreToolUse: hook(record("pre.log"), "Bash") };
    await put(home(".claude/skills/guard/SKILL.md"), skillText("guard", hooks));
    await stage.serve(({ turn }) => {
      if (turn === 0) return { calls: [skill("guard")] };
      return turn % 2 === 1 ? { calls: [bash(`echo ${turn}`)] } : "end";
    });
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const key = { [wire[2]]: testKey };
    const first = await stage.cli(["--json", "run", ...free, ...model, "go"], key);
    expect(await lines("pre.log")).toHaveLength(1);
    const second = await stage.cli(["--json", "run", "--session", sessionOf(first), "more"], key);
    expect(eventsOf(second, "tool.settled")).toHaveLength(1);
    expect(await lines("pre.log")).toHaveLength(1);
  });

  it("speak the person's language", async () => {
    await mine({ PreToolUse: hook("exit 2", "Bash") });
    await stage.serve([{ calls: [bash("true")] }, "完"]);
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const key = { [wire[2]]: testKey };
    const result = await stage.cli(["--json", "--lang", "zh-CN", "run", ...free, ...model, "go"], key);
    expect(JSON.stringify(eventsOf(result, "tool.settled"))).toContain("钩子拒绝了此调用：未说明原因");
  });
});

describe("no hooks", () => {
  it("load nothing of them", async () => {
    const log = home("loaded.txt");
    await put(
      home("trace.mjs"),
      `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { const loaded = next(url, context);
  if (String(loaded.source ?? "").includes("hook_event_name")) appendFileSync(${JSON.stringify(log)}, url + "\\n");
  return loaded; } });`,
    );
    const env = {
      NODE_OPTIONS: `--import ${home("trace.mjs")}`,
      SKILLMINT_NO_IMAGE: "1",
      ANTHROPIC_API_KEY: testKey,
    };
    await stage.serve([{ calls: [bash("true")] }, "end"]);
    const flags = ["--json", "run", ...free, "--model", "anthropic/claude", "--base-url", stage.baseUrl()];
    expect((await stage.cli([...flags, "go"], env)).code).toBe(0);
    expect(await exists(log)).toBe(false);
    await mine({ PreToolUse: hook("true") });
    await stage.serve([{ calls: [bash("true")] }, "end"]);
    flags.splice(-1, 1, stage.baseUrl());
    expect((await stage.cli([...flags, "go"], env)).code).toBe(0);
    expect(await exists(log)).toBe(true);
  });
});
