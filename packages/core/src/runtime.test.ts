import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent, SessionId, SessionSettings, RunResult } from "./protocol/index.ts";
import { createRuntime } from "./runtime.ts";
import type { Runtime } from "./runtime/runtime-contract.ts";
import { createSqlStore } from "./session/sql-store.ts";
import type { Owner, Store } from "./session/store.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "./testing/index.ts";
import { defineTool, textResult } from "./tool/define-tool.ts";
import { z } from "zod";

let temp: TempWorkspace;
let runtime: Runtime;
let events: SessionEvent[];
let slow: { started: number; release: () => void };

const retry = { times: 2, baseMs: 1, maxMs: 5 };

async function open(script: Script, more: Partial<Parameters<typeof createRuntime>[0]> = {}): Promise<void> {
  const waiting = Promise.withResolvers<void>();
  slow = { started: 0, release: () => waiting.resolve() };
  const hold = defineTool({
    name: "Hold",
    description: "Waits until it is let go.",
    input: z.object({}),
    effect: "interact",
    describe: () => ({ title: "Hold", resources: [] }),
    run: async (_, { signal, begin }) => {
      await begin();
      slow.started++;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      });
      await Promise.race([waiting.promise, aborted]);
      return textResult("let go");
    },
  });
  runtime = await createRuntime({
    env: temp.env,
    models: { scripted: createInProcessModel(script) },
    tools: [hold],
    retry,
    ...more,
  });
}

async function run(text: string, settings: Partial<SessionSettings> = {}): Promise<RunResult> {
  const { sessionId } = await runtime.prompt({
    text,
    folder: temp.folder,
    settings: { model: "scripted", mode: "unrestricted", ...settings },
    onEvent: (event) => events.push(event),
  });
  return runtime.run(sessionId, { onEvent: (event) => events.push(event) });
}

const durable = (): string[] => events.filter((event) => "seq" in event).map((event) => event.type);
const of = <T extends SessionEvent["type"]>(type: T) =>
  events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
const texts = (event: { content: { type: string }[] } | undefined): string =>
  event?.content.map((part) => ("text" in part ? String(part.text) : part.type)).join("") ?? "";

beforeEach(async () => {
  temp = await createTempWorkspace();
  events = [];
});
afterEach(async () => {
  await runtime?.close();
  await temp.remove();
});

describe("a run", () => {
  it("answers without tools", async () => {
    await open(["hello"]);
    const result = await run("hi");
    expect(result).toMatchObject({ reason: "done", text: "hello", iterations: 1 });
    expect(durable()).toEqual([
      "session.created",
      "prompt.admitted",
      "run.started",
      "message.completed",
      "run.ended",
    ]);
    expect(
      of("text.delta")
        .map((event) => event.text)
        .join(""),
    ).toBe("hello");
  });

  it("writes, edits, reads and answers; every call has one result", async () => {
    await open([
      { calls: [{ name: "Write", input: { path: "a.txt", content: "one\n" } }] },
      { calls: [{ name: "Edit", input: { path: "a.txt", old_string: "one", new_string: "two" } }] },
      {
        calls: [
          { name: "Read", input: { path: "a.txt" } },
          { name: "Bash", input: { command: "cat a.txt; exit 3" } },
        ],
      },
      "all done",
    ]);
    const result = await run("go");
    expect(result.reason).toBe("done");
    expect(await readFile(join(temp.folder, "a.txt"), "utf8")).toBe("two\n");
    const settled = Object.fromEntries(of("tool.settled").map((event) => [event.name, event]));
    expect(Object.keys(settled).sort()).toEqual(["Bash", "Edit", "Read", "Write"]);
    expect([settled["Write"]?.status, settled["Edit"]?.status, settled["Read"]?.status]).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
    expect([settled["Bash"]?.status, texts(settled["Bash"])]).toEqual([
      "error",
      expect.stringContaining("two"),
    ]);
    expect(new Set(of("tool.settled").map((event) => event.callId)).size).toBe(4);
    expect(durable().filter((type) => type === "file.changed")).toHaveLength(2);
  });

  it("tells the model about unknown tools, wrong arguments and broken JSON, and goes on", async () => {
    await open([
      {
        calls: [
          { name: "Reed", input: { path: "x" } },
          { name: "Read", input: {} },
          { name: "Read", rawArguments: '{"path": ' },
          { name: "Read", rawArguments: "[1]" },
        ],
      },
      "sorry",
    ]);
    const result = await run("go");
    expect(result).toMatchObject({ reason: "done", text: "sorry" });
    expect(of("tool.settled").map((event) => event.status)).toEqual(["error", "error", "error", "error"]);
    expect(of("tool.settled").map(texts).join("\n")).toMatch(
      /Unknown tool: Reed[^]*Read[^]*Missing parameter: path[^]*could not be read/,
    );
    expect(durable()).not.toContain("tool.started");
  });

  it("runs 100 parallel calls and gives each exactly one result", async () => {
    await temp.write("a.txt", "x");
    await open([
      { calls: Array.from({ length: 100 }, () => ({ name: "Read", input: { path: "a.txt" } })) },
      "ok",
    ]);
    const result = await run("go");
    expect(result.reason).toBe("done");
    expect(new Set(of("tool.settled").map((event) => event.callId)).size).toBe(100);
  });

  it("bounds a result and keeps the whole for Read", async () => {
    await open((request) => {
      if (request.turn === 0) return { calls: [{ name: "Bash", input: { command: "seq 1 20000" } }] };
      const path = /Read (\/skillmint\/output\/\S+\.txt)/.exec(request.results[0]?.text ?? "")?.[1] ?? "none";
      if (request.turn === 1) return { calls: [{ name: "Read", input: { path, offset: 10_000, limit: 1 } }] };
      return request.results[0]?.text ?? "";
    });
    const result = await run("go");
    expect(texts(of("tool.settled")[0]).length).toBeLessThan(31_000);
    expect(result.text).toContain("10000");
  });
});

describe("waiting", () => {
  const script: Script = [
    { calls: [{ name: "Bash", input: { command: "echo made > made.txt" } }] },
    "finished",
  ];

  it("asks once, runs after the answer, and refuses a second one", async () => {
    await open(script);
    const waiting = await run("go", { mode: "default" });
    expect(waiting).toMatchObject({ reason: "waiting" });
    expect(waiting.asks).toHaveLength(1);
    await runtime.answer(waiting.sessionId, "once");
    await expect(runtime.answer(waiting.sessionId, "once")).rejects.toMatchObject({ code: "nothing-asked" });
    const done = await runtime.run(waiting.sessionId);
    expect(done).toMatchObject({ reason: "done", text: "finished" });
    expect(await readFile(join(temp.folder, "made.txt"), "utf8")).toBe("made\n");
  });

  it("goes on in another process: nothing is kept but the log", async () => {
    await open(script);
    const { sessionId } = await run("go", { mode: "default" });
    await runtime.close();
    await open(script);
    await runtime.answer(sessionId, "session");
    expect(await runtime.run(sessionId)).toMatchObject({ reason: "done" });
  });

  it.each(["workspace", "always"])(
    "remembers `%s` for later sessions, exactly as it was shown",
    async (answer) => {
      await open(script);
      const first = await run("go", { mode: "default" });
      expect(first.asks).toMatchObject([{ rule: "Bash(echo made > made.txt)" }]);
      await runtime.answer(first.sessionId, answer);
      await runtime.run(first.sessionId);
      expect(await run("again", { mode: "default" })).toMatchObject({ reason: "done" });
      const elsewhere = await createTempWorkspace();
      const { sessionId } = await runtime.prompt({
        text: "go",
        folder: elsewhere.folder,
        settings: { model: "scripted", mode: "default" },
      });
      const expected = answer === "always" ? "done" : "waiting";
      expect(await runtime.run(sessionId)).toMatchObject({ reason: expected });
      await elsewhere.remove();
    },
  );

  it("tells the model why a person refused", async () => {
    await open([script[0] ?? "", "as you like"] as Script);
    const { sessionId } = await run("go", { mode: "default" });
    await runtime.answer(sessionId, "no: too risky");
    const done = await runtime.run(sessionId, { onEvent: (event) => events.push(event) });
    expect(done.text).toBe("as you like");
    expect(of("tool.settled")).toMatchObject([{ status: "denied" }]);
    expect(texts(of("tool.settled")[0])).toContain("too risky");
  });

  it("takes a new prompt as a withdrawal of what was asked", async () => {
    await open((request) => (request.turn === 0 ? (script[0] as never) : `read: ${request.last}`));
    const { sessionId } = await run("go", { mode: "default" });
    await runtime.prompt({ text: "something else", sessionId });
    const done = await runtime.run(sessionId, { onEvent: (event) => events.push(event) });
    expect(done).toMatchObject({ reason: "done", text: "read: something else" });
    expect(of("tool.settled")).toMatchObject([{ status: "denied" }]);
  });
});

describe("ends", () => {
  it("at the limit of iterations, and can be continued", async () => {
    await open((request) =>
      request.turn < 3 ? { calls: [{ name: "Glob", input: { pattern: `*${request.turn}` } }] } : "there",
    );
    const limited = await run("go", { limits: { iterations: 2 } });
    expect(limited).toMatchObject({ reason: "limit", limit: "iterations", iterations: 2 });
    expect(await runtime.run(limited.sessionId, { continued: true })).toMatchObject({
      reason: "done",
      text: "there",
    });
  });

  it("when the model repeats itself", async () => {
    await open(() => ({ calls: [{ name: "Glob", input: { pattern: "*.none" } }] }));
    const result = await run("go");
    expect(result).toMatchObject({ reason: "loop", iterations: 5 });
    expect(of("note.added")).toHaveLength(1);
  });

  it("when two calls play ping-pong", async () => {
    await open((request) => ({
      calls: [{ name: "Glob", input: { pattern: request.turn % 2 ? "*.a" : "*.b" } }],
    }));
    expect(await run("go")).toMatchObject({ reason: "loop", iterations: 10 });
  });

  it("as limit when the reply is cut, and goes on from there; as error when it is refused", async () => {
    await open([{ text: "half", stop: "length" }, "whole"]);
    const cut = await run("go");
    expect(cut).toMatchObject({ reason: "limit", limit: "output" });
    expect(await runtime.run(cut.sessionId, { continued: true })).toMatchObject({
      reason: "done",
      text: "whole",
    });
    await runtime.close();
    await open([{ text: "no", stop: "refusal" }]);
    expect(await run("go")).toMatchObject({ reason: "error", error: { code: "model-refused" } });
  });

  it("as error when replies stay empty", async () => {
    await open(() => ({ text: "" }));
    expect(await run("go")).toMatchObject({ reason: "error", error: { code: "model-empty-reply" } });
  });

  it("cancelled within two seconds, whatever runs; the log stays valid", async () => {
    await open([
      {
        calls: [
          { name: "Bash", input: { command: "sleep 30; echo late > late.txt" } },
          { name: "Hold", input: {} },
        ],
      },
      "no",
    ]);
    const controller = new AbortController();
    const { sessionId } = await runtime.prompt({
      text: "go",
      folder: temp.folder,
      settings: { model: "scripted", mode: "unrestricted" },
    });
    let at = 0;
    const result = await runtime.run(sessionId, {
      signal: controller.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.type === "tool.started" && at === 0) {
          at = performance.now();
          controller.abort();
        }
      },
    });
    expect(performance.now() - at).toBeLessThan(2000);
    expect(result.reason).toBe("cancelled");
    expect(of("tool.settled").map((event) => event.status)).toEqual(["interrupted", "interrupted"]);
    expect((await runtime.sessions.open(sessionId)).openCalls).toEqual([]);
  });
});

describe("while it works", () => {
  it("answers a prompt that came in meanwhile", async () => {
    await open((request) => {
      if (request.turn === 0) return { calls: [{ name: "Hold", input: {} }] };
      return `answer to ${request.last}`;
    });
    const { sessionId } = await runtime.prompt({
      text: "first",
      folder: temp.folder,
      settings: { model: "scripted", mode: "default" },
    });
    const running = runtime.run(sessionId, { onEvent: (event) => events.push(event) });
    await expect.poll(() => slow.started).toBe(1);
    await runtime.prompt({ text: "second", sessionId });
    slow.release();
    expect(await running).toMatchObject({ reason: "done", text: "answer to second" });
  });

  it("is stopped from outside", async () => {
    await open([{ calls: [{ name: "Hold", input: {} }] }]);
    const { sessionId } = await runtime.prompt({
      text: "first",
      folder: temp.folder,
      settings: { model: "scripted", mode: "default" },
    });
    const running = runtime.run(sessionId);
    await expect.poll(() => slow.started).toBe(1);
    expect(await runtime.stop(sessionId)).toBe(true);
    expect((await running).reason).toBe("cancelled");
  });

  it("is stopped by a word that came between taking the lease and reading the log", async () => {
    const inner = await createSqlStore({ path: join(temp.folder, "own.db"), isAlive: () => true });
    const store: Store = Object.assign(Object.create(inner) as Store, {
      async acquireLease(id: SessionId, owner: Owner) {
        const lease = await inner.acquireLease(id, owner);
        await inner.append(id, [{ type: "cancel.requested" }], { durable: true });
        return lease;
      },
    });
    await open(["never asked for"], { store });
    expect((await run("go")).reason).toBe("cancelled");
    expect(of("message.completed").filter(({ role }) => role === "assistant")).toEqual([]);
  });

  it("is the only one that does", async () => {
    await open([{ calls: [{ name: "Hold", input: {} }] }, "done"]);
    const { sessionId } = await runtime.prompt({
      text: "first",
      folder: temp.folder,
      settings: { model: "scripted", mode: "default" },
    });
    const running = runtime.run(sessionId);
    await expect.poll(() => slow.started).toBe(1);
    await expect(runtime.run(sessionId)).rejects.toMatchObject({ code: "session-busy" });
    slow.release();
    expect((await running).reason).toBe("done");
  });
});

describe("undo", () => {
  it("takes back the last prompt and its files, and brings them back", async () => {
    await temp.write("a.txt", "old\n");
    await open([
      { calls: [{ name: "Read", input: { path: "a.txt" } }] },
      {
        calls: [
          { name: "Edit", input: { path: "a.txt", old_string: "old", new_string: "new" } },
          { name: "Write", input: { path: "b.txt", content: "b" } },
        ],
      },
      "ok",
    ]);
    const { sessionId } = await run("go");
    const undone = await runtime.sessions.undo(sessionId);
    expect(undone).toMatchObject({ prompt: "go", files: [{ restored: true }, { restored: true }] });
    expect(await readFile(join(temp.folder, "a.txt"), "utf8")).toBe("old\n");
    await expect(readFile(join(temp.folder, "b.txt"))).rejects.toThrow("ENOENT");
    expect((await runtime.sessions.open(sessionId)).entries).toEqual([]);
    await runtime.sessions.redo(sessionId);
    expect(await readFile(join(temp.folder, "a.txt"), "utf8")).toBe("new\n");
    await expect(runtime.sessions.redo(sessionId)).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("never overwrites what a person changed since", async () => {
    await open([{ calls: [{ name: "Write", input: { path: "b.txt", content: "b" } }] }, "ok"]);
    const { sessionId } = await run("go");
    await temp.write("b.txt", "mine");
    expect((await runtime.sessions.undo(sessionId)).files).toMatchObject([{ restored: false }]);
    expect(await readFile(join(temp.folder, "b.txt"), "utf8")).toBe("mine");
  });
});
