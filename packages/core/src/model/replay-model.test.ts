import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createId, SkillmintError } from "../protocol/index.ts";
import { readCassette } from "./cassette.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { createCassetteWriter, openCassette, recordModel } from "./record-model.ts";
import { replayModel } from "./replay-model.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-cassette-"));
  file = join(folder, "deep", "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = { workspace: "/home/ann/project", home: "/home/ann" };
const there = { workspace: "/srv/ci/checkout", home: "/root" };
const limits = { context: 200_000, output: 8_000, images: true };
const signal = new AbortController().signal;

function request(change: Partial<ModelRequest> & { text?: string; iteration?: number } = {}): ModelRequest {
  const { text = "hi", iteration = 1, ...rest } = change;
  return {
    system: "be brief",
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    tools: [{ name: "Read", description: "reads", inputSchema: { type: "object" } }],
    place: { agent: "main", iteration },
    ...rest,
  };
}

function modelOf(replies: ModelEvent[][], id = "test/model"): Model {
  let asked = 0;
  return {
    id,
    limits,
    async *stream() {
      yield* replies[asked++] ?? [];
    },
  };
}

const finished = (text: string): ModelEvent => ({
  type: "finished",
  content: [{ type: "text", text }],
  stop: "end",
  usage: { input: 10, output: 2, cost: 0.5 },
});

async function drain(model: Model, asked: ModelRequest, stop = signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(asked, stop)) events.push(event);
  return events;
}

function failureOf(events: ModelEvent[]): SkillmintError {
  const last = events.at(-1);
  if (last?.type !== "failed") throw new Error(`expected a failure, got ${last?.type}`);
  return last.error;
}

describe("recording and replaying", () => {
  it("gives back every kind of event, and the model's name and limits", async () => {
    const events: ModelEvent[] = [
      { type: "reasoning", delta: "hm" },
      { type: "text", delta: "he" },
      { type: "text", delta: "llo" },
      { type: "call", index: 0, name: "Read", delta: '{"file_path"' },
      { type: "call", index: 0, name: "Read", delta: ':"a"}' },
      {
        type: "finished",
        content: [
          { type: "reasoning", text: "hm", opaque: { signature: "xyz" } },
          { type: "text", text: "hello" },
          { type: "image", mediaType: "image/png", data: new Uint8Array([1, 2, 255]) },
          { type: "call", name: "Read", input: { file_path: "a" }, opaque: { id: "toolu_1" } },
          { type: "call", name: "Bad", input: {}, defect: { kind: "cut", raw: '{"x' } },
        ],
        stop: "calls",
        usage: { input: 10, output: 2, cost: 0.5 },
      },
    ];
    const recording = recordModel(modelOf([events]), await openCassette(file), here);
    expect(await drain(recording, request())).toEqual(events);
    const replay = replayModel(await readCassette(file), here);
    expect([replay.id, replay.limits]).toEqual(["test/model", limits]);
    expect(await drain(replay, request())).toEqual([
      { type: "reasoning", delta: "hm" },
      { type: "text", delta: "hello" },
      { type: "call", index: 0, name: "Read", delta: '{"file_path":"a"}' },
      events.at(-1),
    ]);
  });

  it("gives back failures with code, words and whether they may be retried, in their order", async () => {
    const error = new SkillmintError("model-overloaded", {
      params: { status: 529 },
      detail: "busy",
      retryable: false,
    });
    const failed: ModelEvent = { type: "failed", error, content: [], retryAfterMs: 100 };
    const recording = recordModel(modelOf([[failed], [finished("ok")]]), await openCassette(file), here);
    await drain(recording, request());
    await drain(recording, request());
    const replay = replayModel(await readCassette(file), here);
    const first = await drain(replay, request());
    expect(failureOf(first)).toMatchObject({
      code: "model-overloaded",
      params: { status: 529 },
      retryable: false,
    });
    expect(failureOf(first).detail).toBe("busy");
    expect(await drain(replay, request())).toEqual([finished("ok")]);
  });

  it("replays in another folder: paths move along, in requests, replies and arguments", async () => {
    const path = `${here.workspace}/a.ts`;
    const input = { file_path: path, note: "${workspace} and ${literal:home} as they are, ${abc:1}" };
    const raw = JSON.stringify(input);
    const reply: ModelEvent[] = [
      { type: "text", delta: "in /home/an" },
      { type: "text", delta: "n/project/a.ts, not /home/annex" },
      { type: "call", index: 0, name: "Read", delta: raw.slice(0, 25) },
      { type: "call", index: 0, name: "Read", delta: raw.slice(25) },
      {
        type: "finished",
        content: [{ type: "call", name: "Read", input }],
        stop: "calls",
        usage: { input: 1, output: 1 },
      },
    ];
    const recording = recordModel(modelOf([reply]), await openCassette(file), here);
    await drain(recording, request({ text: `look at ${path}.`, system: `home is ${here.home}` }));
    expect(await readFile(file, "utf8")).not.toMatch(/\/home\/ann(?!ex)/);
    const replay = replayModel(await readCassette(file), there);
    const moved = "/srv/ci/checkout/a.ts";
    const events = await drain(replay, request({ text: `look at ${moved}.`, system: "home is /root" }));
    expect(events).toEqual([
      { type: "text", delta: `in ${moved}, not /home/annex` },
      { type: "call", index: 0, name: "Read", delta: raw.replace(path, moved) },
      {
        type: "finished",
        content: [{ type: "call", name: "Read", input: { ...input, file_path: moved } }],
        stop: "calls",
        usage: { input: 1, output: 1 },
      },
    ]);
  });

  it("does not mind other ids, and speaks of this run's", async () => {
    const conversation = (callId: string, shell: string): ModelMessage[] => [
      { role: "user", content: [{ type: "text", text: "go" }] },
      {
        role: "assistant",
        model: "test/model",
        content: [{ type: "call", callId, name: "Bash", input: {} }],
      },
      {
        role: "tool",
        callId,
        name: "Bash",
        isError: false,
        content: [{ type: "text", text: `started ${shell}` }],
      },
    ];
    const [oldShell, newShell] = [createId("shl"), createId("shl")];
    const recording = recordModel(modelOf([[finished(`see ${oldShell}`)]]), await openCassette(file), here);
    await drain(recording, request({ messages: conversation(createId("call"), oldShell) }));
    const replay = replayModel(await readCassette(file), here);
    const events = await drain(replay, request({ messages: conversation("call_other", newShell) }));
    expect(events).toEqual([finished(`see ${newShell}`)]);
  });

  it("keeps agents, iterations and models apart, whoever writes to the file", async () => {
    const [one, two] = [await openCassette(file), await openCassette(file)];
    const big = recordModel(modelOf([[finished("main 1")], [finished("main 2")]], "test/big"), one, here);
    const small = recordModel(modelOf([[finished("sub 1")]], "test/small"), two, here);
    const longer: ModelMessage[] = [
      ...request().messages,
      { role: "assistant", model: "test/big", content: [{ type: "text", text: "main 1" }] },
      { role: "user", content: [{ type: "text", text: "more" }] },
    ];
    const second = request({ messages: longer, iteration: 2 });
    const sub = request({ place: { agent: "main/explore", iteration: 1 } });
    await drain(big, request());
    await Promise.all([drain(small, sub), drain(big, second)]);
    const cassette = await readCassette(file);
    const replay = replayModel(cassette, here);
    expect(await drain(replay, second)).toEqual([finished("main 2")]);
    expect(await drain(replay, request())).toEqual([finished("main 1")]);
    const other = replayModel(cassette, { ...here, model: "test/small" });
    expect(other.id).toBe("test/small");
    expect(await drain(other, sub)).toEqual([finished("sub 1")]);
    const text = await readFile(file, "utf8");
    expect(text.split('"main 1"').length - 1, "every message is written once, and once as a reply").toBe(2);
  });

  it("plays what was recorded when it is told not to mind", async () => {
    await drain(recordModel(modelOf([[finished("a")]]), await openCassette(file), here), request());
    const replay = replayModel(await readCassette(file), { ...here, mismatch: "play" });
    expect(await drain(replay, request({ text: "something else" }))).toEqual([finished("a")]);
  });

  it("records nothing of a cancelled reply, and stops when it is cancelled", async () => {
    const stop = new AbortController();
    stop.abort();
    const recording = recordModel(
      modelOf([[finished("a")], [finished("b")]]),
      await openCassette(file),
      here,
    );
    await drain(recording, request(), stop.signal);
    expect(await readFile(file, "utf8")).toBe("");
    await drain(recording, request());
    const replay = replayModel(await readCassette(file), here);
    expect(failureOf(await drain(replay, request(), stop.signal)).code).toBe("cancelled");
  });

  it("fails where the recording cannot be written", async () => {
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const writer = createCassetteWriter({ append: () => Promise.reject(full) });
    const events = await drain(recordModel(modelOf([[finished("a")]]), writer, here), request());
    expect(events).toMatchObject([
      { type: "failed", error: { code: "disk-full" }, content: [{ text: "a" }] },
    ]);
  });
});

describe("a run that leaves the recording", () => {
  async function replayOf(asked: ModelRequest) {
    await drain(recordModel(modelOf([[finished("a")]]), await openCassette(file), here), asked);
    return replayModel(await readCassette(file), here);
  }

  it("is told the first difference: where, and both values", async () => {
    const long = "x".repeat(500);
    const replay = await replayOf(request({ text: `${long} one ${long}` }));
    const error = failureOf(await drain(replay, request({ text: `${long} two ${long}` })));
    expect(error.code).toBe("cassette-mismatch");
    expect(error.params["place"]).toBe("main #1");
    expect(error.params["what"]).toMatch(
      /^messages\[0\]\.content\[0\]\.text: …"x+ one x+"… → …"x+ two x+"…$/,
    );
  });

  it("is told of a tool that changed, a message too many, and a difference inside very long texts", async () => {
    const long = (middle: string) => "x".repeat(30_000) + middle + "x".repeat(30_000);
    const replay = await replayOf(request({ text: long("one") }));
    const tool = { name: "Read", description: "reads files", inputSchema: { type: "object" } };
    const changed = failureOf(await drain(replay, request({ text: long("one"), tools: [tool] })));
    expect(changed.params["what"]).toBe('tools[0].description: "reads" → "reads files"');
    const [first] = request({ text: long("one") }).messages;
    const more = first ? [first, first] : [];
    const added = failureOf(await drain(replay, request({ messages: more })));
    expect(added.params["what"]).toMatch(/^messages\[1\]: ∅ → \{"role":"user"/);
    const inside = failureOf(await drain(replay, request({ text: long("two") })));
    expect(inside.params["what"]).toMatch(/^messages\[0\]\.content\[0\]\.text: .*60003 characters/);
  });

  it("tells images apart by their bytes, without storing them", async () => {
    const withImage = (byte: number) =>
      request({
        messages: [
          {
            role: "user",
            content: [{ type: "image", mediaType: "image/png", data: new Uint8Array([byte]) }],
          },
        ],
      });
    const replay = await replayOf(withImage(1));
    expect(failureOf(await drain(replay, withImage(2))).params["what"]).toMatch(
      /^messages\[0\]\.content\[0\]\.data\.sha256: /,
    );
    expect(await drain(replay, withImage(1))).toEqual([finished("a")]);
  });

  it("is told when there is nothing recorded, or nothing left", async () => {
    const replay = await replayOf(request());
    const missing = failureOf(await drain(replay, request({ iteration: 7 })));
    expect([missing.code, missing.params["place"]]).toEqual(["cassette-mismatch", "main #7"]);
    expect(missing.detail).toContain("no request");
    await drain(replay, request());
    expect(failureOf(await drain(replay, request())).detail).toContain("only 1");
  });
});
