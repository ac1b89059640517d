import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTempWorkspace } from "../packages/core/src/testing/index.ts";
import {
  answerOf,
  eventsOf,
  runCli,
  sessionOf,
  statuses,
  testKey,
  useStage,
  wires,
  type CliResult,
  type Wire,
} from "./kit.ts";

const stage = useStage();
const { cli } = stage;

const allWires: readonly Wire[] = [...wires, ["openai responses", "openai/gpt", "OPENAI_API_KEY"]];

describe.each(allWires)("%s", (name, model, variable) => {
  const keys = { [variable]: testKey };
  const run = async (args: readonly string[], more: readonly string[] = []): Promise<CliResult> => {
    if (name === "openai responses")
      await stage.temp.write(
        "../home/.skillmint/models.jsonc",
        '{"providers": {"openai": {"wire": "openai-responses"}}}',
      );
    return cli(["--json", "run", "--model", model, "--base-url", stage.baseUrl(), ...more, ...args], keys);
  };

  it("reads, fixes, tests and answers", async () => {
    await stage.temp.write("sum.js", "console.log(1 - 2);\n");
    await stage.serve([
      {
        reasoning: "let me look",
        text: "Looking.",
        calls: [
          { name: "Read", input: { path: "sum.js" } },
          { name: "Glob", input: { pattern: "*.js" } },
        ],
      },
      { calls: [{ name: "Bash", input: { command: "test $(node sum.js) = 3" } }] },
      { calls: [{ name: "Edit", input: { path: "sum.js", old_string: "1 - 2", new_string: "1 + 2" } }] },
      { calls: [{ name: "Bash", input: { command: "test $(node sum.js) = 3 && echo 通过" } }] },
      "Fixed: 修好了。",
    ]);
    const result = await run(["fix it"], ["--no-sandbox", "--mode", "unrestricted"]);
    expect(result.code).toBe(0);
    const settled = statuses(result);
    expect(settled.slice(0, 2).sort()).toEqual(["Glob ok", "Read ok"]);
    expect(settled.slice(2)).toEqual(["Bash error", "Edit ok", "Bash ok"]);
    expect(answerOf(result)).toBe("Fixed: 修好了。");
    expect(eventsOf(result, "run.ended")).toMatchObject([
      { reason: "done", usage: { input: expect.any(Number) } },
    ]);
    expect(await readFile(join(stage.temp.folder, "sum.js"), "utf8")).toBe("console.log(1 + 2);\n");
    expect(stage.server.connections()).toBe(1);
  });

  it("waits for a permission and goes on after `resume`, from another folder and without flags", async () => {
    await stage.serve([{ calls: [{ name: "Bash", input: { command: "echo x >> done.txt" } }] }, "ok"]);
    const waiting = await run(["do it"]);
    expect(waiting.code).toBe(3);
    const id = sessionOf(waiting);
    expect(waiting.stderr).toContain(`skillmint resume ${id}`);
    const resumed = await runCli(["resume", id, "once"], {
      env: { ...stage.temp.env, ...keys },
      cwd: stage.temp.home,
    });
    expect([resumed.code, resumed.stdout]).toEqual([0, "ok\n"]);
    expect(await readFile(join(stage.temp.folder, "done.txt"), "utf8")).toBe("x\n");
    const again = await cli(["resume", id, "once"], keys);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("not waiting");
    expect((await cli(["resume", id], keys)).stdout).toBe("ok\n");
    const shown = await cli(["resume", id, "--json"], keys);
    expect(shown.events.map((event) => event.type)).toEqual(["message.completed", "run.ended"]);
  });

  it("lets the model read why it was refused, in Chinese", async () => {
    await stage.serve((request) =>
      request.turn === 0
        ? { calls: [{ name: "Bash", input: { command: "rm -rf x" } }] }
        : `>> ${request.results[0]?.text}`,
    );
    const waiting = await cli(
      ["--lang", "zh-CN", "--json", "run", "--model", "anthropic/c", "--base-url", stage.baseUrl(), "删除"],
      { ANTHROPIC_API_KEY: testKey },
    );
    const refused = await cli(["--lang", "zh-CN", "resume", sessionOf(waiting), "no: 太危险"], {
      ANTHROPIC_API_KEY: testKey,
    });
    expect(refused.stdout).toBe(">> 用户拒绝了此操作：太危险\n");
  });

  it("sends a picture along", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await stage.temp.write("dot.png", "");
    const { writeFile } = await import("node:fs/promises");
    await writeFile(join(stage.temp.folder, "dot.png"), png);
    await stage.serve(
      (request) => `images: ${request.messages[0]?.role === "user" ? request.messages[0].images : "?"}`,
    );
    const result = await run(["what is this"], ["--attach", "dot.png"]);
    expect(answerOf(result)).toBe("images: 1");
  });
});

describe("run", () => {
  const keys = { ANTHROPIC_API_KEY: testKey };
  const run = (args: readonly string[], stdin?: string): Promise<CliResult> =>
    cli(["run", "--model", "anthropic/claude", "--base-url", stage.baseUrl(), ...args], keys, stdin);

  it("prints the answer alone on stdout and progress on stderr; quiet says nothing", async () => {
    await stage.serve([
      { text: "I look.", calls: [{ name: "Glob", input: { pattern: "*" } }] },
      "the answer",
    ]);
    const loud = await run(["go"]);
    expect(loud.stdout).toBe("the answer\n");
    expect(loud.stderr).toContain("Glob *");
    expect(loud.stderr).toContain("tokens");
    const quiet = await cli(
      ["--quiet", "run", "--model", "anthropic/claude", "--base-url", stage.baseUrl(), "go"],
      keys,
    );
    expect([quiet.stdout, quiet.stderr]).toEqual(["the answer\n", ""]);
  });

  it("reads the prompt from standard input", async () => {
    await stage.serve((request) => `you said ${request.last}`);
    expect((await run(["-"], "from stdin")).stdout).toBe("you said from stdin\n");
    expect((await run([], "龙 from stdin")).stdout).toBe("you said 龙 from stdin\n");
    expect((await run([], "")).code).toBe(2);
  });

  it("is plain chat with --no-tools: no tool definitions are sent", async () => {
    await stage.serve(["hi"]);
    await run(["--no-tools", "go"]);
    expect(stage.server.requests[0]?.body).not.toHaveProperty("tools");
  });

  it("stops at limits with exit code 4 and can be continued", async () => {
    await stage.serve((request) =>
      request.turn < 3 ? { calls: [{ name: "Glob", input: { pattern: `*.${request.turn}` } }] } : "end",
    );
    const limited = await cli(
      [
        "--json",
        "run",
        "--model",
        "anthropic/c",
        "--base-url",
        stage.baseUrl(),
        "--max-iterations",
        "2",
        "go",
      ],
      keys,
    );
    expect(limited.code).toBe(4);
    const resumed = await cli(["resume", sessionOf(limited)], keys);
    expect([resumed.code, resumed.stdout]).toEqual([0, "end\n"]);
  });

  it("continues the newest session of the folder, and a named one", async () => {
    await stage.serve(
      (request) => `prompts: ${request.messages.filter((message) => message.role === "user").length}`,
    );
    await run(["one"]);
    expect((await run(["--continue", "two"])).stdout).toBe("prompts: 2\n");
    const sessions = JSON.parse((await cli(["sessions", "list", "--json"])).stdout) as { id: string }[];
    expect((await run(["--session", sessions[0]?.id ?? "", "three"])).stdout).toBe("prompts: 3\n");
  });

  it("records and replays without a server, a key or the same folder", async () => {
    await stage.serve([
      { calls: [{ name: "Write", input: { path: "made.txt", content: "by cassette" } }] },
      "written",
    ]);
    const cassette = join(stage.temp.home, "c.jsonl");
    const recorded = await run(["--mode", "acceptEdits", "--record", cassette, "make it"]);
    expect(recorded.stdout).toBe("written\n");
    await stage.server.close();
    expect(await readFile(cassette, "utf8")).not.toContain(testKey);
    const other = await createTempWorkspace();
    const replayed = await runCli(["run", "--mode", "acceptEdits", "--replay", cassette, "make it"], {
      env: other.env,
      cwd: other.folder,
    });
    expect([replayed.stderr, replayed.code, replayed.stdout]).toEqual([expect.any(String), 0, "written\n"]);
    expect(await readFile(join(other.folder, "made.txt"), "utf8")).toBe("by cassette");
    const diverged = await runCli(
      ["run", "--mode", "acceptEdits", "--replay", cassette, "make something else"],
      { env: other.env, cwd: other.folder },
    );
    expect(diverged.code).toBe(1);
    expect(diverged.stderr).toMatch(/left the recording .* at step 1: message 1 has changed/);
    await other.remove();
  });

  it("shows a real run on a fresh machine with the demo model", async () => {
    const result = await cli(["run", "show me"]);
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/demo[^]*Write[^]*Edit[^]*Read/);
    expect(result.stdout).toMatch(/ANTHROPIC_API_KEY[^]*models add/);
    expect(await readFile(join(stage.temp.folder, "skillmint-demo.md"), "utf8")).toContain("show me");
    await cli(["sessions", "undo"]);
    await expect(readFile(join(stage.temp.folder, "skillmint-demo.md"))).rejects.toThrow("ENOENT");
  });
});
