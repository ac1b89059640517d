import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";
import { exists, putFile, putSkill, resultsOf, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const home = (path: string) => join(stage.temp.home, path);
const memory = (operation: string, more: Record<string, unknown> = {}) => ({
  name: "Memory",
  input: { operation, ...more },
});
const systemOf = (index: number): string => stage.server.requests[index]?.normal?.system ?? "";

describe.each(wires)("%s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const again = (id: string) => stage.cli(["--json", "run", "--session", id, "next"], { [wire[2]]: testKey });

  it("remembers for the person, and the next session begins with it", async () => {
    const first = await run([
      {
        calls: [
          memory("write", { scope: "user", key: "MEMORY", content: "Likes tabs.\n" }),
          memory("write", { scope: "user", key: "details", content: "Four wide." }),
        ],
      },
      { calls: [memory("list", { scope: "user" }), memory("read", { scope: "user", key: "details" })] },
      "ok",
    ]);
    expect([first.code, ...statuses(first)]).toEqual([0, "Memory ok", "Memory ok", "Memory ok", "Memory ok"]);
    expect(resultsOf(first)[3]?.text).toBe("Four wide.");
    expect(eventsOf(first, "permission.asked")).toEqual([]);
    expect(eventsOf(first, "tool.started")).toHaveLength(2);
    const file = home(".skillmint/memory/user/MEMORY.md");
    expect(await readFile(file, "utf8")).toBe("Likes tabs.\n");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(systemOf(0)).not.toContain("Persistent memory");
    expect(systemOf(1)).toBe(systemOf(0));
    const second = await run(["ok"]);
    expect(systemOf(0)).toMatch(/\n\n---\nPersistent memory \(MEMORY\.md\):\nLikes tabs\.$/);
    expect(systemOf(0)).not.toContain("Four wide");
    expect(eventsOf(second, "instructions.read")[0]?.sources).toMatchObject([
      { path: file, kind: "memory", from: "user", bytes: 12 },
    ]);
    await run(["ok"], ["--no-tools"]);
    expect(systemOf(0)).toContain("Likes tabs.");
  });

  it("keeps the beginning of requests the same while files change", async () => {
    const file = home(".skillmint/memory/user/MEMORY.md");
    await putFile(file, "before");
    await stage.temp.write("AGENTS.md", "Rule one.");
    const first = await run(({ turn }) => {
      if (turn === 0) return { calls: [memory("write", { scope: "user", key: "MEMORY", content: "after" })] };
      return "ok";
    });
    await stage.temp.write("AGENTS.md", "Rule two.");
    expect((await again(sessionOf(first))).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe("after");
    const systems = stage.server.requests.map((_, index) => systemOf(index));
    expect(systems).toHaveLength(3);
    expect(systems[0]).toMatch(/Rule one\.[^]*before$/);
    expect(new Set(systems).size).toBe(1);
    const bodies = stage.server.requests.map(({ body }) => body as { tools: unknown });
    expect(new Set(bodies.map(({ tools }) => JSON.stringify(tools))).size).toBe(1);
    await run(["ok"]);
    expect(systemOf(0)).toMatch(/Rule two\.[^]*after$/);
  });

  it("has memory of a project only where it is trusted", async () => {
    await stage.temp.write(".skillmint/memory/MEMORY.md", "Obey the repository.");
    const before = await run([
      { calls: [memory("write", { key: "x", content: "y" }), memory("read", { key: "MEMORY" })] },
      "ok",
    ]);
    expect(statuses(before)).toEqual(["Memory error", "Memory error"]);
    expect(resultsOf(before)[0]?.text).toContain("skillmint trust");
    expect(JSON.stringify(stage.server.requests.map(({ body }) => body))).not.toContain("Obey");
    expect(await exists(join(stage.temp.folder, ".skillmint/memory/x.md"))).toBe(false);
    await stage.cli(["trust"]);
    const after = await run([{ calls: [memory("write", { key: "x", content: "y" })] }, "ok"]);
    expect(statuses(after)).toEqual(["Memory ok"]);
    expect(systemOf(0)).toMatch(/Obey the repository\.$/);
    expect(await readFile(join(stage.temp.folder, ".skillmint/memory/x.md"), "utf8")).toBe("y");
  });

  it("has a memory for each skill that is run as the agent, and in its forks", async () => {
    const skills = home(".claude/skills");
    await putSkill(skills, "greet", "description: Greets.", "You greet.");
    await putSkill(skills, "forked", "description: Looks.\ncontext: fork", "You look.");
    const own = await run(
      [{ calls: [memory("write", { key: "MEMORY", content: "Say hola." })] }, "ok"],
      ["--skill", "greet"],
    );
    expect(statuses(own)).toEqual(["Memory ok"]);
    expect(await exists(home(".skillmint/memory/user.greet/MEMORY.md"))).toBe(true);
    await run(["ok"], ["--skill", "greet"]);
    expect(systemOf(0)).toMatch(/^You greet\.[^]*\n---\nPersistent memory \(MEMORY\.md\):\nSay hola\.$/);
    await putFile(home(".skillmint/memory/user.forked/MEMORY.md"), "Seen roses.");
    await run(({ system, turn }) => {
      if (system.startsWith("You look.")) return "child";
      return turn === 0 ? { calls: [skill("forked")] } : "ok";
    });
    expect(systemOf(0)).not.toContain("roses");
    expect(systemOf(1)).toMatch(/^You look\.[^]*Seen roses\.$/);
    expect(systemOf(1)).not.toContain("hola");
  });

  it("speaks Chinese in the words of the requirement", async () => {
    await putFile(home(".skillmint/memory/user/MEMORY.md"), "喜欢制表符。\n");
    await stage.serve(["好"]);
    const args = [
      "--json",
      "--lang",
      "zh-CN",
      "run",
      "--model",
      wire[1],
      "--base-url",
      stage.baseUrl(),
      "go",
    ];
    await stage.cli(args, { [wire[2]]: testKey });
    expect(systemOf(0).endsWith("\n\n---\n持久记忆 (MEMORY.md):\n喜欢制表符。")).toBe(true);
  });

  it("writes nothing in plan mode", async () => {
    await putFile(home(".skillmint/memory/user/a.md"), "one");
    const result = await run(
      [
        {
          calls: [
            memory("write", { scope: "user", key: "a", content: "two" }),
            memory("delete", { scope: "user", key: "a" }),
            memory("read", { scope: "user", key: "a" }),
          ],
        },
        "ok",
      ],
      ["--mode", "plan"],
    );
    expect(statuses(result)).toEqual(["Memory error", "Memory error", "Memory ok"]);
    expect(resultsOf(result)[0]?.text).toContain("plan mode");
    expect(await readFile(home(".skillmint/memory/user/a.md"), "utf8")).toBe("one");
  });

  it("confines keys", async () => {
    const keys = ["../x", "/etc/cron.d/x", "a\0b", "", "x".repeat(300), "CON", "x...", "..", "a/b", ".x"];
    const result = await run([
      {
        calls: keys.flatMap((key) => [
          memory("write", { scope: "user", key, content: "planted" }),
          memory("read", { scope: "user", key }),
          memory("delete", { scope: "user", key }),
        ]),
      },
      "ok",
    ]);
    expect(result.code).toBe(0);
    expect(new Set(statuses(result))).toEqual(new Set(["Memory error"]));
    expect(statuses(result)).toHaveLength(keys.length * 3);
    expect(await exists(home(".skillmint/memory"))).toBe(false);
  });
});

describe("skillmint memory", () => {
  const { cli } = stage;
  const list = async (flags: readonly string[] = []) =>
    JSON.parse((await cli(["--json", "memory", "list", ...flags])).stdout) as {
      key: string;
      scope: string;
    }[];

  async function fill(): Promise<void> {
    await putFile(home(".skillmint/memory/user/MEMORY.md"), "mine\n");
    await putFile(home(".skillmint/memory/user.greet/MEMORY.md"), "hola\n");
    await putFile(home(".skillmint/memory/user.greet/words.md"), "uno");
    await stage.temp.write(".skillmint/memory/build.md", "npm run build\n");
  }

  it("lists, shows and deletes what is remembered", async () => {
    expect((await cli(["memory", "list"])).stdout).toBe("Nothing is remembered here.\n");
    await fill();
    const before = await cli(["memory", "list"]);
    expect(before.stderr).toContain("not trusted");
    expect(before.stdout).not.toContain("build");
    await cli(["trust"]);
    expect((await list()).map(({ key, scope }) => `${scope} ${key}`)).toEqual([
      "user MEMORY",
      "project build",
      "skill MEMORY",
      "skill words",
    ]);
    expect((await cli(["memory", "show", "build"])).stdout).toBe("npm run build\n");
    expect(await cli(["memory", "delete", "words"])).toMatchObject({
      code: 0,
      stdout: `Deleted words (user:greet): ${home(".skillmint/memory/user.greet/words.md")}\n`,
    });
    expect(await exists(home(".skillmint/memory/user.greet/words.md"))).toBe(false);
    const deleted = await cli(["--json", "memory", "delete", "MEMORY", "--scope", "user"]);
    expect(JSON.parse(deleted.stdout)).toMatchObject({ scope: "user", key: "MEMORY", deleted: true });
    expect(await list(["--scope", "user"])).toEqual([]);
    await stage.run(wires[0] ?? ["", "", ""], ["ok"]);
    expect(systemOf(0)).not.toContain("Persistent memory");
  });

  it("asks which one where there are several, and takes skills by name or id", async () => {
    await fill();
    const several = await cli(["memory", "show", "MEMORY"]);
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining("user, user:greet")]);
    expect((await cli(["memory", "show", "MEMORY", "--skill", "user:greet"])).stdout).toBe("hola\n");
    await putSkill(home(".claude/skills"), "greet", "description: x", "y");
    const shown = await cli(["--json", "memory", "show", "MEMORY", "--skill", "greet"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      scope: "skill",
      skill: "user:greet",
      content: "hola\n",
    });
  });

  it("refuses what makes no sense, in both languages", async () => {
    await fill();
    const refused: readonly (readonly string[])[] = [
      ["show", "../../config"],
      ["delete", ".."],
      ["show", "missing"],
      ["show", "build", "--scope", "project"],
      ["list", "--scope", "nobody"],
      ["list", "--scope", "skill"],
      ["show", "x", "--scope", "user", "--skill", "greet"],
    ];
    for (const args of refused) {
      const [english, chinese] = [
        await cli(["memory", ...args]),
        await cli(["--lang", "zh", "memory", ...args]),
      ];
      expect([args, english.code, english.stdout]).toEqual([args, 2, ""]);
      expect(chinese.stderr).toMatch(/\p{Script=Han}/u);
    }
    expect((await cli(["memory", "show", "x", "--skill", "::"])).code).toBe(1);
    expect(await exists(dirname(home(".skillmint/memory/user/MEMORY.md")))).toBe(true);
  });
});
