import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { textOf, type CallView, type SessionId, type SessionSettings } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";
import { defineTool, textResult, type Tool } from "../tool/define-tool.ts";

let temp: TempWorkspace;
const opened: Runtime[] = [];

async function open(script: Script = () => "end", tools: Tool[] = []): Promise<Runtime> {
  const models = { scripted: createInProcessModel(script) };
  const runtime = await createRuntime({ env: temp.env, models, tools });
  opened.push(runtime);
  return runtime;
}

async function prompt(
  runtime: Runtime,
  text: string,
  more: { sessionId?: SessionId; settings?: Partial<SessionSettings> } = {},
): Promise<SessionId> {
  const settings = { model: "scripted", ...more.settings };
  const target = more.sessionId === undefined ? { folder: temp.folder } : { sessionId: more.sessionId };
  return (await runtime.prompt({ text, settings, ...target })).sessionId;
}

const question = (text: string, options: string[] = []) => ({
  name: "AskUserQuestion",
  input: { question: text, options },
});

async function callsOf(runtime: Runtime, id: SessionId): Promise<CallView[]> {
  return Object.values((await runtime.sessions.open(id)).calls);
}

const short = ({ name, status, content }: CallView): string => `${name} ${status}: ${textOf(content ?? [])}`;

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
  await temp.remove();
});

describe("a question", () => {
  it("makes the run wait, in every mode that asks, and gives the call its answer", async () => {
    for (const mode of ["default", "acceptEdits", "plan", "unrestricted"] as const) {
      const runtime = await open([{ calls: [question("Which?", ["Red", "Blue"])] }, "end"]);
      const id = await prompt(runtime, "go", { settings: { mode } });
      const waiting = await runtime.run(id);
      expect(waiting).toMatchObject({ reason: "waiting", asks: [{ type: "question.asked" }] });
      await runtime.answer(id, "2");
      expect((await runtime.run(id)).reason).toBe("done");
      expect((await callsOf(runtime, id)).map(short)).toEqual([
        "AskUserQuestion ok: The user answered:\n\nWhich?\n→ Blue",
      ]);
    }
  });

  it("is not asked where nobody answers, nor where there is none", async () => {
    const runtime = await open([{ calls: [question("Which?")] }, { calls: [question("")] }, "end"]);
    const id = await prompt(runtime, "go", { settings: { mode: "dontAsk" } });
    expect((await runtime.run(id)).reason).toBe("done");
    const [asked, empty] = await callsOf(runtime, id);
    expect(asked).toMatchObject({ status: "denied" });
    expect(empty && short(empty)).toContain("AskUserQuestion error: Nothing was asked");
  });

  it("is answered once: the second answer is refused, whoever gives it, and a wrong one changes nothing", async () => {
    const runtime = await open([{ calls: [question("Which?", ["Red", "Blue"])] }, "end"]);
    const id = await prompt(runtime, "go");
    const askId = (await runtime.run(id)).asks[0]?.askId ?? "";
    await expect(runtime.answer(id, "7", { askId })).rejects.toMatchObject({ code: "usage" });
    const other = await open();
    await other.answer(id, "my own", { askId });
    await expect(runtime.answer(id, "2", { askId })).rejects.toMatchObject({ code: "ask-not-found" });
    await runtime.run(id);
    await expect(runtime.answer(id, "2")).rejects.toMatchObject({ code: "nothing-asked" });
    expect((await callsOf(runtime, id)).map(short)).toEqual([
      "AskUserQuestion ok: The user answered:\n\nWhich?\n→ my own",
    ]);
  });

  it("is withdrawn by a new prompt, which the model reads", async () => {
    const script: Script = ({ turn }) => (turn === 0 ? { calls: [question("Which?")] } : "end");
    const runtime = await open(script);
    const id = await prompt(runtime, "go");
    const askId = (await runtime.run(id)).asks[0]?.askId ?? "";
    await prompt(runtime, "never mind, use red", { sessionId: id });
    expect((await runtime.run(id)).reason).toBe("done");
    const [call] = await callsOf(runtime, id);
    expect(call && short(call)).toContain("AskUserQuestion denied: Not run");
    expect(call && short(call)).toContain("never mind, use red");
    await expect(runtime.answer(id, "x", { askId })).rejects.toMatchObject({ code: "ask-not-found" });
  });

  it("comes after the permission that a rule wants for it, each by itself", async () => {
    const runtime = await open([{ calls: [question("Which?")] }, "end"]);
    const id = await prompt(runtime, "go", { settings: { rules: { ask: ["AskUserQuestion"] } } });
    expect((await runtime.run(id)).asks).toMatchObject([{ type: "permission.asked" }]);
    await runtime.answer(id, "once");
    expect((await runtime.run(id)).asks).toMatchObject([{ type: "question.asked" }]);
    await runtime.answer(id, "red");
    expect((await runtime.run(id)).reason).toBe("done");
  });

  it("of a message with several waits by itself while the rest is done", async () => {
    const runtime = await open([
      { calls: [question("A?"), { name: "Glob", input: { pattern: "*" } }, question("B?")] },
      "end",
    ]);
    const id = await prompt(runtime, "go");
    const [first, second] = (await runtime.run(id)).asks;
    await runtime.answer(id, "to b", { askId: second?.askId ?? "" });
    expect((await runtime.run(id)).asks.map(({ askId }) => askId)).toEqual([first?.askId]);
    await runtime.answer(id, "to a");
    expect((await runtime.run(id)).reason).toBe("done");
    const texts = (await callsOf(runtime, id)).map(short);
    expect(texts[0]).toContain("A?\n→ to a");
    expect(texts[2]).toContain("B?\n→ to b");
  });
});

describe("in a sub-agent", () => {
  const isChild = (messages: readonly unknown[]): boolean => JSON.stringify(messages).includes("find out");
  const script: Script = ({ turn, messages }) => {
    if (isChild(messages) && !JSON.stringify(messages).includes("start here"))
      return turn === 0 ? { calls: [question("Which?", ["Red"])] } : "child ends";
    return turn === 0
      ? { calls: [{ name: "Task", input: { prompt: "find out", description: "d" } }] }
      : "parent ends";
  };

  it("a question is asked in the parent's name and answered there, after a restart too", async () => {
    const runtime = await open(script);
    const id = await prompt(runtime, "start here");
    const waiting = await runtime.run(id);
    expect(waiting).toMatchObject({ reason: "waiting", asks: [{ type: "question.asked" }] });
    expect(waiting.asks[0]?.sessionId).not.toBe(id);
    await runtime.close();
    const again = await open(script);
    await again.answer(id, "1");
    expect(await again.run(id)).toMatchObject({ reason: "done", text: "parent ends" });
    const [task] = await callsOf(again, id);
    expect(task && short(task)).toContain("child ends");
    const [asked] = await callsOf(again, waiting.asks[0]?.sessionId ?? id);
    expect(asked && short(asked)).toContain("→ Red");
  });

  it("a question is withdrawn by a new prompt to the parent", async () => {
    const runtime = await open(script);
    const id = await prompt(runtime, "start here");
    const [ask] = (await runtime.run(id)).asks;
    await prompt(runtime, "stop asking", { sessionId: id });
    expect((await runtime.run(id)).reason).toBe("done");
    const [asked] = await callsOf(runtime, ask?.sessionId ?? id);
    expect(asked && short(asked)).toContain("AskUserQuestion denied");
    expect(asked && short(asked)).toContain("stop asking");
  });
});

/** Does something that must not happen twice. */
const mark = defineTool({
  name: "Mark",
  description: "Writes a line.",
  input: z.object({ n: z.number() }),
  effect: "execute",
  describe: ({ n }) => ({ title: `Mark ${n}`, resources: [] }),
  async run({ n }, { begin, workspace }) {
    await begin();
    await appendFile(join(workspace.root, "marks"), `${n}\n`);
    return textResult(`marked ${n}`);
  },
});

it("answers each of 100 questions and 100 permissions exactly once, over restarts and by two at a time", async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  const calls = numbers.flatMap((n) => [question(`Q${n}?`), { name: "Mark", input: { n } }]);
  const script: Script = ({ turn }) => (turn === 0 ? { calls } : "end");
  let runtime = await open(script, [mark]);
  const id = await prompt(runtime, "go");
  const { asks } = await runtime.run(id);
  expect(asks).toHaveLength(200);
  const refused: string[] = [];
  for (let from = 0; from < asks.length; from += 20) {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    runtime = await open(script, [mark]);
    const other = await open(script, [mark]);
    for (const ask of asks.slice(from, from + 20)) {
      const text = ask.type === "permission.asked" ? "once" : `to ${ask.questions[0]?.question ?? ""}`;
      const both = await Promise.allSettled(
        [runtime, other].map((one) => one.answer(id, text, { askId: ask.askId })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      for (const result of both)
        if (result.status === "rejected") refused.push((result.reason as { code: string }).code);
    }
    expect((await runtime.run(id)).reason).toBe(from + 20 < asks.length ? "waiting" : "done");
  }
  expect(new Set(refused)).toEqual(new Set(["ask-answered", "ask-not-found"]).intersection(new Set(refused)));
  const marks = (await readFile(join(temp.folder, "marks"), "utf8")).trim().split("\n").map(Number);
  expect(marks.sort((a, b) => a - b)).toEqual(numbers);
  const settled = await callsOf(runtime, id);
  expect(settled.map(({ status }) => status)).toEqual(calls.map(() => "ok"));
  for (const n of numbers)
    expect(settled[2 * n] && short(settled[2 * n] as CallView)).toContain(`→ to Q${n}?`);
});
