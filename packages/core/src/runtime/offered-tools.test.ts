import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { SessionId, SessionSettings } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";
import { notebook } from "../tool/builtin/notebook.fixture.ts";
import { defineTool, textResult } from "../tool/define-tool.ts";

let temp: TempWorkspace;
let runtime: Runtime;
/** The tools of each request, in order. */
let offered: string[][];

/** Those of the first request, before anything asked for more. */
let always: string[] = [];

const browse = defineTool({
  name: "browser_open",
  description: "Opens a page.",
  input: z.object({}),
  effect: "read",
  onDemand: /https?:\/\//g,
  describe: () => ({ title: "open", resources: [] }),
  run: async () => textResult("opened"),
});

async function open(script: Script): Promise<void> {
  const model = createInProcessModel(async (request) => {
    offered.push(request.tools);
    always = (offered[0] ?? []).filter((name) => name !== "NotebookEdit" && name !== "browser_open");
    const turn = typeof script === "function" ? await script(request) : script[request.turn];
    return turn ?? "end";
  });
  runtime = await createRuntime({ env: temp.env, models: { scripted: model }, tools: [browse] });
}

async function ask(
  text: string,
  more: { sessionId?: SessionId; settings?: Partial<SessionSettings> } = {},
): Promise<SessionId> {
  const settings = { model: "scripted", mode: "unrestricted" as const, ...more.settings };
  const target = more.sessionId === undefined ? { folder: temp.folder } : { sessionId: more.sessionId };
  const { sessionId } = await runtime.prompt({ text, settings, ...target });
  await runtime.run(sessionId);
  return sessionId;
}

beforeEach(async () => {
  temp = await createTempWorkspace();
  offered = [];
  always = [];
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

it("offers a tool on demand once a result names what it is for, last in the list", async () => {
  await temp.write("data/plot.ipynb", JSON.stringify(notebook));
  await open([
    { calls: [{ name: "LS", input: { path: "." } }] },
    { calls: [{ name: "Glob", input: { pattern: "**" } }] },
    { calls: [{ name: "Read", input: { path: "data/plot.ipynb" } }] },
    "end",
  ]);
  await ask("what is in here?");
  expect(always).toContain("Read");
  expect(offered[0]).not.toContain("NotebookEdit");
  const after = [...always, "NotebookEdit"];
  expect(offered).toEqual([always, always, after, after]);
});

it("offers it for a prompt that names one, not for a reply that does, and keeps it over restarts", async () => {
  await open(() => "I could make a notebook.ipynb");
  const sessionId = await ask("hello");
  await ask("go on", { sessionId });
  await ask("fix Plot.IPYNB please", { sessionId });
  await ask("and see https://example.com", { sessionId });
  await runtime.close();
  await open(["x"]);
  await ask("what now?", { sessionId });
  const notebooks = [...always, "NotebookEdit"];
  const all = [...notebooks, "browser_open"];
  expect(offered).toEqual([always, always, notebooks, all, all]);
});

it("adds in the order in which tools were asked for, and finds names deep in what was too long for the log", async () => {
  await open(() => "ok");
  const sessionId = await ask("https://example.com");
  await ask(`${"x".repeat(200_000)} at the end: deep.ipynb`, { sessionId });
  await runtime.close();
  await open(() => "ok");
  await ask("again", { sessionId });
  const expected = [...always, "browser_open", "NotebookEdit"];
  expect(offered.slice(1)).toEqual([expected, expected]);
});

it("makes the request as it was when the prompt that asked for a tool is undone", async () => {
  await open(() => "ok");
  const sessionId = await ask("hello");
  await ask("a.ipynb", { sessionId });
  await runtime.sessions.undo(sessionId);
  await ask("something else", { sessionId });
  expect(offered).toEqual([always, [...always, "NotebookEdit"], always]);
});

it("runs a call to a tool that was not offered, by any spelling and through the gate", async () => {
  await temp.write("n.ipynb", JSON.stringify(notebook));
  const edit = { path: "n.ipynb", cell_number: 1, new_source: "changed" };
  const script: Script = [
    { calls: [{ name: "browser_open", input: {} }] },
    { calls: [{ name: "notebook_edit", input: edit }] },
    "end",
  ];
  await open(script);
  const sessionId = await ask("go", { settings: { mode: "default" } });
  expect(await runtime.inspect(sessionId)).toMatchObject({
    reason: "waiting",
    asks: [{ tool: "NotebookEdit" }],
  });
  await runtime.answer(sessionId, "once");
  const result = await runtime.run(sessionId);
  expect(result.reason).toBe("done");
  expect(await readFile(join(temp.folder, "n.ipynb"), "utf8")).toContain("changed");
  expect(offered).toEqual([always, [...always, "browser_open"], [...always, "browser_open", "NotebookEdit"]]);
});

it("never offers what a rule denies as a whole, or anything in plain chat", async () => {
  await open(() => "ok");
  await ask("a.ipynb", { settings: { rules: { deny: ["NotebookEdit"] } } });
  await ask("a.ipynb", { settings: { tools: false } });
  expect(offered).toEqual([always, []]);
});
