import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import { createInProcessModel } from "../../testing/in-process-model.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/temp-workspace.ts";

let temp: TempWorkspace;
const opened: Runtime[] = [];
beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  for (const runtime of opened.splice(0)) await runtime.close();
  await temp.remove();
});

const spends = (id: string, input: number) => ({
  ...createInProcessModel(({ system }) => ({
    text: system.includes("Skill Sub-Agent") ? '{"action":"none","message":"nothing to do"}' : "hello",
    usage: { input, output: 1 },
  })),
  id,
});

async function open(): Promise<Runtime> {
  const models = { talker: spends("test/talker", 10), writer: spends("test/writer", 500) };
  const runtime = await createRuntime({ env: temp.env, language: "en", models });
  opened.push(runtime);
  return runtime;
}

async function reportOf(runtime: Runtime) {
  const usage = await runtime.usage();
  return usage.report({ from: 0, to: Date.now() + 60_000, zone: "UTC" });
}

const files = async (): Promise<string[]> =>
  (await readdir(join(temp.home, ".skillmint"))).filter((name) => name.startsWith("authoring"));

describe("usage of the skill sub-agent", () => {
  it("counts with everything else, by day and model, from any process", async () => {
    const runtime = await open();
    const { sessionId } = await runtime.prompt({
      text: "hi",
      folder: temp.folder,
      settings: { model: "talker" },
    });
    await runtime.run(sessionId);
    expect((await reportOf(runtime)).total).toMatchObject({ input: 10, requests: 1, runs: 1 });
    expect(await files()).toEqual([]);

    const { agent } = await runtime.authoring();
    await agent.create({ folder: temp.folder }, "lists please", { model: "writer" });
    for (const reader of [runtime, await open()])
      for (const _ of [1, 2]) {
        const { total, days, models } = await reportOf(reader);
        expect(total).toMatchObject({ input: 510, output: 2, requests: 2, runs: 2 });
        expect(days).toMatchObject([{ input: 510 }]);
        expect(models.map(({ model, input }) => [model, input])).toEqual([
          ["test/writer", 500],
          ["test/talker", 10],
        ]);
      }
    // A conversation has not become dearer by it, and the sub-agent's is none.
    const usage = await runtime.usage();
    expect((await usage.ofSession(sessionId)).total.input).toBe(10);
    expect((await runtime.sessions.list()).map(({ id }) => id)).toEqual([sessionId]);
  });
});
