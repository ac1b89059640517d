import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { readCassette } from "./cassette.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import { openCassette, recordModel } from "./record-model.ts";
import { replayModel } from "./replay-model.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-cassette-"));
  file = join(folder, "deep", "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = { workspace: "/home/ann/project", home: "/home/ann" };
const limits = { context: 200_000, output: 8_000, images: true };

function request(text: string): ModelRequest {
  const messages: ModelRequest["messages"] = [{ role: "user", content: [{ type: "text", text }] }];
  return { system: "be brief", messages, tools: [], place: { agent: "main", iteration: 1 } };
}

function modelOf(events: ModelEvent[]): Model {
  return {
    id: "test/model",
    limits,
    async *stream() {
      yield* events;
    },
  };
}

const finished = (text: string): ModelEvent => ({
  type: "finished",
  content: [{ type: "text", text }],
  stop: "end",
  usage: { input: 10, output: 2, cost: 0.5 },
});

async function drain(model: Model, asked: ModelRequest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(asked, new AbortController().signal)) events.push(event);
  return events;
}

async function problemOf(action: Promise<unknown>): Promise<SkillmintError> {
  const error: unknown = await action.catch((caught: unknown) => caught);
  if (!SkillmintError.is(error)) throw new Error(`expected a SkillmintError, got ${String(error)}`);
  return error;
}

describe("the file", () => {
  async function record(text: string, options = {}): Promise<void> {
    await drain(
      recordModel(modelOf([finished(text)]), await openCassette(file, options), here),
      request(text),
    );
  }

  it.skipIf(process.platform === "win32")("is for its owner only, and begins with its format", async () => {
    await record("a");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [first] = (await readFile(file, "utf8")).split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ cassette: 1, model: "test/model", limits });
  });

  it("is read up to half a last line, and goes on behind it", async () => {
    await record("a");
    const whole = await stat(file);
    await record("b");
    await truncate(file, (await stat(file)).size - 20);
    const cut = await readCassette(file);
    expect(cut.truncated).toBe(true);
    expect(await drain(replayModel(cut, here), request("a"))).toEqual([finished("a")]);
    await record("c");
    const mended = await readCassette(file);
    expect(mended.truncated).toBe(false);
    expect(await drain(replayModel(mended, here), request("c"))).toEqual([finished("c")]);
    expect(await drain(replayModel(mended, here), request("a"))).toEqual([finished("a")]);
    await record("d", { fresh: true });
    expect((await stat(file)).size).toBe(whole.size);
  });

  it("names file and line of what it cannot read", async () => {
    await record("a");
    const lines = (await readFile(file, "utf8")).split("\n").length - 1;
    await appendFile(file, '{"broken\n');
    const broken = await problemOf(readCassette(file));
    expect(broken.code).toBe("cassette-unreadable");
    expect(broken.params).toMatchObject({ file, line: lines + 1 });
    await writeFile(file, '{"cassette":2,"model":"m"}\n');
    expect((await problemOf(readCassette(file))).params["message"]).toContain("newer");
    await writeFile(file, '{"hello":1}\n');
    expect((await problemOf(readCassette(file))).params).toMatchObject({
      line: 1,
      message: "this is no cassette",
    });
    await writeFile(file, "");
    expect((await problemOf(readCassette(file))).params["message"]).toContain("empty");
    const missing = await problemOf(readCassette(join(folder, "none")));
    expect(String(missing.params["message"])).toContain("ENOENT");
  });
});
