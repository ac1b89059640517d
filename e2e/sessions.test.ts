import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTempWorkspace,
  startScriptedModel,
  type ScriptedModel,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";
import { runCli, sessionOf, type CliResult } from "./kit.ts";

let temp: TempWorkspace;
let server: ScriptedModel;
let first: string;

const cli = (...args: string[]): Promise<CliResult> =>
  runCli(args, {
    env: { ...temp.env, ANTHROPIC_API_KEY: "sk-test-12345678", ANTHROPIC_BASE_URL: `${server.url}/v1` },
    cwd: temp.folder,
  });

const run = async (prompt: string, ...flags: string[]): Promise<string> =>
  sessionOf(
    await cli("--json", "run", "--model", "anthropic/claude", "--mode", "acceptEdits", ...flags, prompt),
  );

beforeAll(async () => {
  temp = await createTempWorkspace();
  server = await startScriptedModel((request) => {
    if (request.last.startsWith("write") && request.results.length === 0) {
      return { calls: [{ name: "Write", input: { path: "note.txt", content: request.last } }] };
    }
    if (request.last === "fail") return { fault: { status: 401 } };
    return `Answer to: ${request.last} (${request.messages.filter((message) => message.role === "user").length})`;
  });
  first = await run("如何给数据库建立索引");
});
afterAll(async () => {
  await server.close();
  await temp.remove();
});

describe("sessions", () => {
  it("are listed newest first, with state and folder", async () => {
    const second = await run("hello there");
    const list = JSON.parse((await cli("sessions", "list", "--json")).stdout) as Record<string, unknown>[];
    expect(list.map((session) => session["id"])).toEqual([second, first]);
    expect(list[0]).toMatchObject({
      title: "hello there",
      state: "done",
      folder: temp.folder,
      updatedAt: expect.any(Number),
    });
    expect((await cli("sessions", "list")).stdout).toMatch(/done\s+hello there/);
  });

  it("are found by words, Chinese ones of two characters too", async () => {
    for (const query of ["数据", "索引", "数据库", "建立索引"])
      expect((await cli("sessions", "search", query)).stdout).toContain(first);
    expect((await cli("sessions", "search", "hel")).stdout).toContain("hello there");
    expect((await cli("sessions", "search", "据索")).stdout).not.toContain(first);
    expect((await cli("sessions", "search", "nowhere")).stdout).toContain("Nothing found");
  });

  it("are shown, renamed and named by the end of their id", async () => {
    expect((await cli("sessions", "show", first)).stdout).toContain("> 如何给数据库建立索引");
    await cli("sessions", "rename", first.slice(-8), "Indexes", "索引");
    expect((await cli("sessions", "list")).stdout).toContain("Indexes 索引");
    expect((await cli("sessions", "rename", first, " ")).code).toBe(2);
    expect((await cli("sessions", "list")).stdout).toContain("Indexes 索引");
  });

  it("show in words why a reply failed", async () => {
    const id = await run("fail");
    expect((await cli("sessions", "show", id)).stdout).toMatch(/✗ Anthropic did not accept the key/);
    expect((await cli("--lang", "zh-CN", "sessions", "show", id)).stdout).toMatch(/✗ Anthropic 不接受该密钥/);
  });

  it("fork before a prompt and go their own ways", async () => {
    const id = await run("one");
    await cli("run", "--session", id, "two");
    const fork = (
      JSON.parse((await cli("sessions", "fork", id, "--at", "2", "--json")).stdout) as { id: string }
    ).id;
    expect((await cli("run", "--session", fork, "three")).stdout).toBe("Answer to: three (2)\n");
    expect((await cli("sessions", "show", id)).stdout).not.toContain("three");
    const beyond = await cli("sessions", "fork", id, "--at", "9");
    expect([beyond.code, beyond.stderr]).toEqual([2, "--at is one of 1…2, not 9\n"]);
  });

  it("undo and redo the last prompt with its files", async () => {
    const file = join(temp.folder, "note.txt");
    const id = await run("write a note");
    expect(await readFile(file, "utf8")).toBe("write a note");
    const undone = await cli("sessions", "undo", id);
    expect(undone.stdout).toMatch(/Took back: write a note\n\s+restored .*note\.txt/);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
    await cli("sessions", "undo", id, "--redo");
    expect(await readFile(file, "utf8")).toBe("write a note");
    await writeFile(file, "mine now");
    expect((await cli("sessions", "undo", id)).stdout).toMatch(
      /left as it is: .*note\.txt \(changed since\)/,
    );
    await cli("sessions", "undo", id, "--redo");
    const chinese = await cli("--lang", "zh-CN", "sessions", "undo", id);
    expect(chinese.stdout).toMatch(/保持原样：.*note\.txt（之后已被改动）/);
    expect(await readFile(file, "utf8")).toBe("mine now");
    expect((await cli("sessions", "undo", id)).code).toBe(1);
  });

  it("are exported as Markdown and as events", async () => {
    const markdown = (await cli("sessions", "export", first)).stdout;
    expect(markdown).toMatch(/如何给数据库建立索引[^]*Answer to/);
    await cli("sessions", "export", first, "--output", "log.jsonl");
    const lines = (await readFile(join(temp.folder, "log.jsonl"), "utf8")).trim().split("\n");
    const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.slice(0, 2)).toEqual(["session.created", "prompt.admitted"]);
    const nowhere = await cli("sessions", "export", first, "--output", "no/such/folder/log.md");
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("Cannot write")]);
  });

  it("say what was done with them in JSON too", async () => {
    const id = await run("to be changed");
    const json = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await cli("--json", "sessions", ...args)).stdout);
    expect(await json("rename", id, "changed")).toEqual({ id, title: "changed" });
    expect(await json("stop", id)).toEqual({ id, stopped: false });
    expect(await json("delete", id)).toEqual({ id });
  });

  it("are deleted, and then they are gone", async () => {
    const id = await run("secret word xylophone");
    expect((await cli("sessions", "delete", id)).code).toBe(0);
    expect((await cli("sessions", "show", id)).code).toBe(1);
    expect((await cli("sessions", "search", "xylophone")).stdout).toContain("Nothing found");
  });
});
