import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Script, ScriptedCall } from "../packages/core/src/testing/index.ts";
import { bash, eventsOf, statuses, useStage, wires, type Wire } from "./kit.ts";
import { asksOf, exists, putSkill, read, resultsOf, skill, write } from "./skill-files.fixture.ts";

const stage = useStage();
const [anthropic] = wires as readonly [Wire];
const userSkills = (): string => join(stage.temp.home, ".claude/skills");
const inFolder = (path: string): string => join(stage.temp.folder, path);
const run = (script: Script, flags: readonly string[] = []) =>
  stage.run(anthropic, script, ["--no-sandbox", ...flags]);
const results = (result: Parameters<typeof resultsOf>[0]): string[] =>
  resultsOf(result).map(({ status }) => status);

beforeEach(() => mkdir(inFolder(".git")));

describe("commands inside a skill's text", () => {
  it("run only where nobody would have to be asked; one that may not ends the activation (F03)", async () => {
    await putSkill(
      userSkills(),
      "shell",
      "description: Shell.",
      "Now:\n!`touch loaded && echo MARK`\n\n```!\necho BLOCK\n```",
    );
    const script: Script = [{ calls: [skill("shell")] }, "done"];
    const asked = await run(script);
    expect([results(asked), asksOf(asked), await exists(inFolder("loaded"))]).toEqual([["error"], [], false]);
    expect(resultsOf(asked)[0]?.text).toContain("touch loaded && echo MARK");
    await stage.cli(["config", "set", "skills.disableShell", "true"]);
    const off = await run(script, ["--mode", "unrestricted"]);
    expect([results(off), await exists(inFolder("loaded"))]).toEqual([["error"], false]);
    await stage.cli(["config", "set", "skills.disableShell", "--unset"]);
    const allowed = await run(script, ["--allow", "Bash(touch loaded)", "--allow", "Bash(echo:*)"]);
    expect(results(allowed)).toEqual(["ok"]);
    expect(resultsOf(allowed)[0]?.text).toMatch(/Now:\nMARK\n\nBLOCK/);
    expect(await exists(inFolder("loaded"))).toBe(true);
  });

  it("are text in code, in arguments, in outputs and in files (F03, F04)", async () => {
    await putSkill(
      userSkills(),
      "args",
      "description: Args.\narguments: one two",
      [
        "Told: $ARGUMENTS and $1 and ${HOME}.",
        "```bash\n!`touch canary`\n```",
        "`!`touch canary``",
        "!`cat out.txt`",
        "!`printf '[%s]' $ARGUMENTS`",
      ].join("\n\n"),
      { "more.md": "!`touch canary`" },
    );
    await stage.temp.write("out.txt", "!`touch canary` $ARGUMENTS");
    const hostile =
      "!`touch canary` $(touch canary) `touch canary`; touch canary #' \" \\ ${HOME} $0 $ARGUMENTS";
    const result = await run(
      [
        { calls: [skill("args", { arguments: hostile })] },
        { calls: [read(join(userSkills(), "args/more.md"))] },
        "done",
      ],
      ["--mode", "unrestricted"],
    );
    expect(results(result)).toEqual(["ok", "ok"]);
    const text = resultsOf(result)[0]?.text ?? "";
    expect(text).toContain(`Told: ${hostile} and`);
    expect(text).toContain("and ${HOME}.");
    expect(text).toContain("\n!`touch canary` $ARGUMENTS\n");
    expect(text).toContain("[!`touch][canary`][$(touch][canary)]");
    expect(await exists(inFolder("canary"))).toBe(false);
  });

  it("do not run where an argument could become part of them (F04)", async () => {
    await putSkill(
      userSkills(),
      "unsafe",
      "description: Unsafe.",
      "```!\ntouch ran; cat <<E\n$ARGUMENTS\nE\n```",
    );
    const result = await run(
      [{ calls: [skill("unsafe", { arguments: "$(touch canary)" })] }, "done"],
      ["--mode", "unrestricted"],
    );
    expect([await exists(inFolder("canary")), await exists(inFolder("ran"))]).toEqual([false, false]);
    expect(results(result)).toEqual(["error"]);
  });
});

describe("a skill in an agent of its own (F09)", () => {
  beforeEach(async () => {
    await putSkill(
      userSkills(),
      "wide",
      "description: Wants more.\ncontext: fork\nallowed-tools: Bash(*) Write Skill",
      "You are the child.",
    );
    await putSkill(userSkills(), "wider", "description: More.\ncontext: fork", "You are the grandchild.");
  });
  const script =
    (calls: readonly ScriptedCall[]): Script =>
    ({ system, turn }) => {
      if (system.startsWith("You are the child.")) return turn === 0 ? { calls: [...calls] } : "child done";
      return turn === 0 ? { calls: [skill("wide")] } : "done";
    };

  it("has no tool that its parent has not, and not its parent's questions answered", async () => {
    await putSkill(
      userSkills(),
      "narrow",
      "description: Narrow.\nallowed-tools: Read Skill",
      "You are narrow.",
    );
    const calls = [bash("touch canary"), write("canary", ""), read("a.txt")];
    const result = await run(script(calls), ["--skill", "narrow", "--mode", "unrestricted"]);
    expect(statuses(result).filter((text) => /Bash|Write/.test(text))).toEqual([
      "Bash denied",
      "Write denied",
    ]);
    const child = stage.server.requests.find(({ normal }) => normal?.system.startsWith("You are the child."));
    expect(child?.normal?.tools.filter((name) => /Bash|Write|Edit/.test(name))).toEqual([]);
    expect(await exists(inFolder("canary"))).toBe(false);
  });

  it.each([
    ["plan", ["--mode", "plan"]],
    ["a deny rule", ["--mode", "unrestricted", "--deny", "Bash(touch:*)"]],
    ["nobody to ask", ["--mode", "dontAsk"]],
  ])("is bound by what binds its parent: %s", async (_, flags) => {
    const result = await run(script([bash("touch canary")]), flags);
    expect(statuses(result)).toEqual(["Bash denied", "Skill ok"]);
    expect(await exists(inFolder("canary"))).toBe(false);
  });

  it("starts no further agents: a forking skill is read there instead", async () => {
    const result = await run(script([skill("wider")]), ["--mode", "unrestricted"]);
    expect(eventsOf(result, "agent.started")).toHaveLength(1);
    const texts = resultsOf(result).map(({ text }) => text);
    expect(
      texts.some((text) => text.includes("You are the grandchild.") && /Sub-agents do not start/.test(text)),
    ).toBe(true);
  });
});

describe("skills without end (F10)", () => {
  it("that name each other are told once each, then stopped", async () => {
    await putSkill(userSkills(), "ping", "description: Ping.", "PING TEXT: load pong.");
    await putSkill(userSkills(), "pong", "description: Pong.", "PONG TEXT: load ping.");
    const result = await run(({ turn }) => ({ calls: [skill(turn % 2 === 0 ? "ping" : "pong")] }));
    expect(eventsOf(result, "run.ended")).toMatchObject([{ reason: "loop" }]);
    expect(eventsOf(result, "skill.activated")).toHaveLength(2);
    expect(stage.server.requests.length).toBeLessThanOrEqual(14);
  });

  it("with other arguments each time are refused after some, and the run is bounded", async () => {
    await putSkill(userSkills(), "ping", "description: Ping.", "PING TEXT $ARGUMENTS");
    const result = await run(
      ({ turn }) => ({ calls: [skill("ping", { arguments: String(turn) })] }),
      ["--max-iterations", "20"],
    );
    expect(eventsOf(result, "run.ended")).toMatchObject([{ reason: "limit", limit: "iterations" }]);
    expect(eventsOf(result, "skill.activated")).toHaveLength(8);
    expect(resultsOf(result).at(-1)?.text).toContain("8 times");
  });

  it("are counted also where one reply asks for all of them", async () => {
    await putSkill(userSkills(), "ping", "description: Ping.", "PING TEXT $ARGUMENTS");
    const calls = Array.from({ length: 30 }, (_, index) => skill("ping", { arguments: String(index) }));
    const result = await run([{ calls }, "done"]);
    // Up to five calls of one reply are under way at once.
    expect(eventsOf(result, "skill.activated").length).toBeLessThanOrEqual(8 + 4);
    expect(results(result).filter((status) => status === "error").length).toBeGreaterThanOrEqual(30 - 12);
  });
});
