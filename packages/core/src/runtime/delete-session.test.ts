import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { SessionId, ShellView } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";
import { defineTool, textResult } from "../tool/define-tool.ts";
import { isProcessAlive } from "../workspace/process-table.ts";

let temp: TempWorkspace;
let runtimes: Runtime[];
let hold: { started: number; release: () => void };

beforeEach(async () => {
  temp = await createTempWorkspace();
  runtimes = [];
});
afterEach(async () => {
  hold.release();
  await Promise.all(runtimes.map((runtime) => runtime.close()));
  await temp.remove();
});

async function open(script: Script): Promise<Runtime> {
  const held = Promise.withResolvers<void>();
  hold = { started: 0, release: () => held.resolve() };
  const wait = defineTool({
    name: "Hold",
    description: "Waits.",
    input: z.object({}),
    effect: "interact",
    describe: () => ({ title: "Hold", resources: [] }),
    run: async (_, { begin }) => {
      await begin();
      hold.started++;
      await held.promise;
      return textResult("let go");
    },
  });
  const models = { scripted: createInProcessModel(script) };
  const runtime = await createRuntime({ env: temp.env, models, tools: [wait] });
  runtimes.push(runtime);
  return runtime;
}

const background = { name: "Bash", input: { command: "echo up; sleep 60", background: true } };

async function prompt(runtime: Runtime): Promise<SessionId> {
  const settings = { model: "scripted", mode: "unrestricted", sandbox: "off" } as const;
  return (await runtime.prompt({ text: "go", folder: temp.folder, settings })).sessionId;
}

async function shellOf(runtime: Runtime, id: SessionId): Promise<ShellView> {
  const [shell] = Object.values((await runtime.sessions.open(id)).shells);
  if (shell === undefined) throw new Error("no shell");
  return shell;
}

const isAlive = ({ pid, pidStart }: ShellView): Promise<boolean> => isProcessAlive(pid, pidStart ?? "");

it.each(["the one that started them", "another one"])(
  "ends the session's background shells and removes what they printed, by %s",
  async (who) => {
    const runtime = await open([{ calls: [background] }, "end"]);
    const id = await prompt(runtime);
    await runtime.run(id);
    const shell = await shellOf(runtime, id);
    expect(await isAlive(shell)).toBe(true);
    await access(shell.outputFile ?? "");
    const deleter = who === "another one" ? await open([]) : runtime;
    await deleter.sessions.delete(id);
    expect(await isAlive(shell)).toBe(false);
    await expect(access(dirname(shell.outputFile ?? ""))).rejects.toThrow("ENOENT");
    await expect(runtime.sessions.get(id)).rejects.toMatchObject({ code: "session-not-found" });
  },
);

it("ends nothing of a session that is worked on", async () => {
  const runtime = await open([{ calls: [background] }, { calls: [{ name: "Hold", input: {} }] }, "end"]);
  const id = await prompt(runtime);
  const running = runtime.run(id);
  await expect.poll(() => hold.started).toBe(1);
  await expect(runtime.sessions.delete(id)).rejects.toMatchObject({ code: "session-busy" });
  expect(await isAlive(await shellOf(runtime, id))).toBe(true);
  hold.release();
  expect((await running).reason).toBe("done");
});
