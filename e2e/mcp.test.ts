import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import {
  answerOf,
  eventsOf,
  sessionOf,
  startCli,
  startNode,
  statuses,
  testKey,
  useStage,
  wires,
  type Running,
} from "./kit.ts";
import {
  plain,
  programs,
  resultTexts,
  startEverything,
  watchEvents,
  type HttpServer,
} from "./mcp.fixture.ts";

const stage = useStage();
const unrestricted = ["--mode", "unrestricted", "--no-sandbox"];
const call = (name: string, input: Record<string, unknown> = {}) => ({ name, input });
const add = (...args: string[]) => stage.cli(["--json", "mcp", "add", ...args]);

async function addPlain(): Promise<void> {
  await mkdir(join(stage.temp.folder, "srv"), { recursive: true });
  await add("plain", "--", process.execPath, plain, join(stage.temp.folder, "srv"));
}

describe.each(wires)("servers that others wrote, %s", (...wire) => {
  const run = (script: Script, flags: readonly string[] = unrestricted) => stage.run(wire, script, flags);
  let http: HttpServer | undefined;
  afterEach(async () => {
    await http?.stop();
    http = undefined;
  });

  it("everything over stdio: found, called, pictures and resources", async () => {
    await add("every", "--", process.execPath, programs.everything, "stdio");
    const resource = "demo://resource/static/document/features.md";
    const result = await run(({ turn, results }) => {
      if (turn === 0) return { calls: [call("McpTools", { server: "every" })] };
      if (turn > 1) return `end: ${results.length}`;
      return {
        calls: [
          call("mcp__every__echo", { message: "over stdio" }),
          call("mcp__every__get-sum", { a: 20, b: 22 }),
          call("mcp__every__get-tiny-image"),
          call("mcp__every__get-structured-content", { location: "New York" }),
          call("McpResource", { server: "every", uri: resource }),
          call("mcp__every__get-roots-list"),
          call("mcp__every__get-sum", { a: "x" }),
        ],
      };
    });
    expect([result.code, answerOf(result)]).toEqual([0, "end: 7"]);
    const [listed, echo, sum, image, weather, document, roots, wrong] = resultTexts(result);
    expect(listed).toContain("- mcp__every__echo: Echoes back");
    expect(echo).toContain("Echo: over stdio");
    expect(sum).toContain("The sum of 20 and 22 is 42.");
    expect(image).toContain("<image/png>");
    expect(weather).toContain("temperature");
    expect(document).toContain("Features");
    expect(roots).toContain(stage.temp.folder);
    expect(wrong).toContain("Content from outside");
    expect(statuses(result).at(-1)).toBe("mcp__every__get-sum error");
    const offered = stage.server.requests.map(({ normal }) => normal?.tools ?? []);
    expect(offered[0]).toContain("McpTools");
    expect(offered[0]).not.toContain("mcp__every__echo");
    expect(offered[1]?.slice(0, offered[0]?.length)).toEqual(offered[0]);
    expect(offered[1]).toContain("mcp__every__get-sum");
  });

  it("everything over HTTP", async () => {
    http = await startEverything();
    expect((await add("every", http.url)).code).toBe(0);
    const result = await run(({ turn }) =>
      turn === 0 ? { calls: [call("mcp__every__echo", { message: "over HTTP" })] } : "end",
    );
    expect([result.code, ...statuses(result)]).toEqual([0, "mcp__every__echo ok"]);
    expect(resultTexts(result)[0]).toContain("Echo: over HTTP");
    const asked = await run([{ calls: [call("mcp__every__echo", { message: "x" })] }], []);
    expect(asked.code).toBe(3);
    expect(eventsOf(asked, "permission.asked")[0]?.resources).toEqual([http.url]);
  });

  it("filesystem and memory over stdio, side by side", async () => {
    const folder = stage.temp.folder;
    await add("files", "--", process.execPath, programs.filesystem, folder);
    await add("mind", "-e", `MEMORY_FILE_PATH=${folder}/mind.json`, "--", process.execPath, programs.memory);
    const entity = { name: "Ada", entityType: "person", observations: ["wrote the first program"] };
    const result = await run(({ turn }) => {
      if (turn === 0)
        return {
          calls: [
            call("mcp__files__write_file", { path: join(folder, "a.txt"), content: "from a server" }),
            call("mcp__mind__create_entities", { entities: [entity] }),
          ],
        };
      if (turn > 1) return "end";
      return {
        calls: [
          call("mcp__files__read_text_file", { path: join(folder, "a.txt") }),
          call("mcp__files__read_text_file", { path: "/etc/passwd" }),
          call("mcp__mind__search_nodes", { query: "Ada" }),
        ],
      };
    });
    expect(statuses(result)).toEqual([
      "mcp__files__write_file ok",
      "mcp__mind__create_entities ok",
      "mcp__files__read_text_file ok",
      "mcp__files__read_text_file error",
      "mcp__mind__search_nodes ok",
    ]);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("from a server");
    expect(resultTexts(result)[4]).toContain("wrote the first program");
  });

  it("everything asks a person, answered from another process, and has the model write", async () => {
    await add("every", "--", process.execPath, programs.everything, "stdio");
    await stage.serve(({ turn, last }) => {
      if (last.includes("sample this")) return "written for the server";
      if (turn > 0) return "end";
      return {
        calls: [
          call("mcp__every__trigger-elicitation-request"),
          call("mcp__every__trigger-sampling-request", { prompt: "sample this", maxTokens: 50 }),
        ],
      };
    });
    const flags = ["--model", wire[1], "--base-url", stage.baseUrl(), "--allow", "mcp__every"];
    const env = { ...stage.temp.env, [wire[2]]: testKey };
    const options = { env, cwd: stage.temp.folder };
    const running = startCli(["--json", "run", ...flags, "go"], options);
    const watched = watchEvents(running);
    const others: Running[] = [];
    const answers = [
      ["1: Ada", "2: yes", "3: -", "4: ada@example.com"],
      ["1: -", "2: 1815-12-10", "3: 7", "4: 3.5"],
      ["1: Ross", "2: Piano, Bass", "3: Superman", "4: -"],
      ["-"],
      ["Allow once"],
    ];
    for (const [index, answer] of answers.entries()) {
      await watched.saw("question.asked", index + 1);
      const id = sessionOf({ events: watched.events() });
      // It answers, and then only watches: the run goes on in the process that works on it.
      others.push(startCli(["--json", "resume", id, answer.join("\n")], options));
    }
    const codes = (await Promise.all(others.map(({ done }) => done))).map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0, 0, 0]);
    const result = await running.done;
    expect([result.code, ...statuses(result)]).toEqual([
      0,
      "mcp__every__trigger-elicitation-request ok",
      "mcp__every__trigger-sampling-request ok",
    ]);
    const [form, written] = resultTexts(result);
    expect(form).toContain("ada@example.com");
    expect(form).toContain("hero-1");
    expect(written).toContain("written for the server");
    expect(eventsOf(result, "sample.completed")).toHaveLength(1);
  });
});

describe("a server of one's own", () => {
  const [wire] = wires;
  if (!wire) throw new Error("no wire");
  const run = (script: Script, flags: readonly string[] = unrestricted) => stage.run(wire, script, flags);
  const echo = { calls: [call("mcp__plain__echo", { message: "hi" })] };

  it("that is configured and not used loads nothing and starts nothing", async () => {
    await addPlain();
    const script = join(import.meta.dirname, "mcp-unused.fixture.ts");
    const options = { env: stage.temp.env, cwd: stage.temp.folder };
    const start = async (...args: string[]) => {
      const { stdout, stderr } = await startNode(script, args, options).done;
      expect(stderr).toBe("");
      return JSON.parse(stdout) as { text: string; loaded: string[] };
    };
    const starts = () => readFile(join(stage.temp.folder, "srv", "starts"), "utf8").catch(() => "");
    const unused = await start();
    expect(unused.text).toBe("hello");
    expect(unused.loaded.filter((url) => /node_modules|create-connections/.test(url))).toEqual([]);
    expect(await starts()).toBe("");
    const used = await start("mcp__plain__echo");
    expect(used.loaded.filter((url) => url.includes("@modelcontextprotocol"))).not.toEqual([]);
    expect(await starts()).not.toBe("");
    await stage.cli(["mcp", "remove", "plain"]);
    expect((await start()).loaded).toEqual([]);
  });

  it("can be written, listed, called and removed by commands, in both languages", async () => {
    const config = join(stage.temp.env["HOME"] ?? "", ".skillmint", "config.jsonc");
    await stage.cli(["config", "set", "mode", "default"]);
    await addPlain();
    expect(await readFile(config, "utf8")).toContain('"mode": "default"');
    const listed = JSON.parse((await stage.cli(["--json", "mcp", "list"])).stdout) as { servers: object[] };
    expect(listed.servers).toMatchObject([{ name: "plain", from: "user", state: "ready", type: "stdio" }]);
    const tools = await stage.cli(["--json", "mcp", "tools", "plain"]);
    expect(JSON.parse(tools.stdout)).toMatchObject({
      server: "plain",
      tools: expect.arrayContaining([expect.objectContaining({ name: "echo" })]),
    });
    expect((await stage.cli(["mcp", "call", "plain", "echo", '{"message":"ho"}'])).stdout).toBe("echo: ho\n");
    const fail = await stage.cli(["--json", "mcp", "call", "plain", "fail"]);
    expect([fail.code, JSON.parse(fail.stdout)]).toEqual([
      1,
      { content: [{ type: "text", text: "it failed on purpose" }], isError: true },
    ]);
    expect(await stage.cli(["mcp", "call", "plain", "echo", "[1]"])).toMatchObject({ code: 2 });
    expect(await stage.cli(["mcp", "call", "plain", "ecko"])).toMatchObject({
      code: 1,
      stderr: "The MCP server plain has no tool ecko. Nearest: echo, ask, page\n",
    });
    expect(await stage.cli(["mcp", "tools", "plane"])).toMatchObject({
      code: 1,
      stderr: "There is no MCP server plane\n  plain\n",
    });
    expect(await stage.cli(["--lang", "zh-CN", "mcp", "tools", "没有"])).toMatchObject({
      code: 1,
      stderr: "MCP 服务器 没有 不存在\n  plain\n",
    });
    const shown = await stage.cli(["--lang", "zh-CN", "mcp", "list"]);
    expect(shown.stdout).toContain("启用, 7 个工具");
    expect((await stage.cli(["--lang", "zh-CN", "mcp", "remove", "plain"])).stdout).toContain(
      "MCP 服务器 plain 已删除",
    );
    expect(await stage.cli(["mcp", "remove", "plain"])).toMatchObject({ code: 1 });
    expect(await stage.cli(["mcp", "add", "a__b", "--", "x"])).toMatchObject({ code: 2 });
    expect(await stage.cli(["mcp", "add", "x", "--header", "A: b", "ftp://x"])).toMatchObject({ code: 2 });
    const preset = await stage.cli(["--lang", "zh-CN", "mcp", "add", "filesystem"]);
    expect(preset.stdout).toContain("MCP 服务器 filesystem 已添加");
    expect(await readFile(config, "utf8")).toContain("@modelcontextprotocol/server-filesystem");
  });

  it("of a project is nothing untrusted, asked about trusted, approved, and asked about again when it changed", async () => {
    await mkdir(join(stage.temp.folder, "srv"));
    const define = (...more: string[]) =>
      stage.temp.write(
        ".mcp.json",
        JSON.stringify({
          mcpServers: {
            plain: { command: process.execPath, args: [plain, join(stage.temp.folder, "srv"), ...more] },
          },
        }),
      );
    await define();
    const allow = ["--allow", "mcp__plain"];
    const script: Script = ({ turn }) => (turn === 0 ? echo : "end");
    const untrusted = await run(script, allow);
    expect([untrusted.code, ...statuses(untrusted)]).toEqual([0, "mcp__plain__echo error"]);
    await stage.cli(["trust"]);
    const asked = await run(script, allow);
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain("names the MCP server plain. Nobody has approved it yet");
    const key = { [wire[2]]: testKey };
    const done = await stage.cli(["--json", "resume", sessionOf(asked), "once"], key);
    expect([done.code, ...statuses(done)]).toEqual([0, "mcp__plain__echo ok"]);
    expect((await run(script, allow)).code).toBe(0);
    await define("--evil");
    const again = await run(script, allow);
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringContaining("is not what was approved before"),
    ]);
    expect(again.stderr).toContain("--evil");
    const starts = await readFile(join(stage.temp.folder, "srv", "starts"), "utf8");
    expect(starts.split("\n")).toHaveLength(3);
  });

  it("that asks and whose process is killed meanwhile is not called twice", async () => {
    await addPlain();
    await stage.serve(({ turn }) => (turn === 0 ? { calls: [call("mcp__plain__ask")] } : "end"));
    const key = { [wire[2]]: testKey };
    const options = { env: { ...stage.temp.env, ...key }, cwd: stage.temp.folder };
    const flags = ["--model", wire[1], "--base-url", stage.baseUrl(), "--allow", "mcp__plain"];
    const first = startCli(["--json", "run", ...flags, "go"], options);
    await first.saw('"question.asked"');
    first.child.kill("SIGKILL");
    const id = sessionOf(await first.done);
    const done = await stage.cli(["--json", "resume", id], key);
    expect([done.code, ...statuses(done)]).toEqual([0, "mcp__plain__ask interrupted"]);
    expect(await stage.cli(["resume", id, "Rome"], key)).toMatchObject({ code: 1 });
  });

  it("tells a person without a terminal how to answer, in their language", async () => {
    await addPlain();
    await stage.serve(({ turn }) =>
      turn === 0 ? { calls: [call("mcp__plain__ask", { empty: true })] } : "完",
    );
    const key = { [wire[2]]: testKey, LANG: "zh_CN.UTF-8" };
    const options = { env: { ...stage.temp.env, ...key }, cwd: stage.temp.folder };
    const flags = ["--model", wire[1], "--base-url", stage.baseUrl(), "--allow", "mcp__plain"];
    const running = startCli(["run", ...flags, "go"], options);
    let stderr = "";
    running.child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    await running.saw("skillmint resume ses_");
    const id = /ses_\w+/.exec(stderr)?.[0] ?? "";
    expect(stderr).toContain("MCP 服务器 plain 询问：Where to?");
    await startCli(["resume", id, "1"], options).done;
    const result = await running.done;
    expect([result.code, result.stdout]).toEqual([0, "完\n"]);
    const log = await stage.cli(["--json", "sessions", "show", id], key);
    expect(resultTexts(log)[0]).toContain('{"action":"accept","content":{}}');
  });
});
