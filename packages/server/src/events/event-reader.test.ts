import { createRuntime, type Runtime } from "@skillmint/core";
import type { SessionEvent, SessionId, StoredEvent } from "@skillmint/core/protocol";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEventReader, type EventReader } from "./event-reader.ts";
import { createRuns, type EventListener, type Runs } from "./runs.ts";
import { createStreaming } from "./streaming.ts";

let root: string;
let runtime: Runtime;
const readers: EventReader[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skillmint-reader-"));
  runtime = await createRuntime({ language: "en", env: { HOME: root, SKILLMINT_HOME: join(root, "home") } });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await runtime.close();
  await rm(root, { recursive: true, force: true });
});

const create = (): Promise<SessionId> =>
  runtime.sessions.create({ folder: root, title: "t", settings: { model: "demo/demo", mode: "default" } });

/** Runs that a test speaks for. */
function fakeRuns(): Pick<Runs, "listen" | "streaming"> & { say: EventListener } {
  const listeners = new Set<EventListener>();
  const streaming = createStreaming();
  return {
    streaming,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    say: (event) => {
      streaming.take(event);
      for (const listener of listeners) listener(event);
    },
  };
}

function open(id: SessionId, seq: number, runs: Pick<Runs, "listen" | "streaming">): EventReader {
  const reader = createEventReader({ sessions: runtime.sessions, runs, cursors: new Map([[id, seq]]) });
  readers.push(reader);
  return reader;
}

/** Everything until nothing came for a while. */
async function drain(reader: EventReader, waitMs = 150): Promise<(SessionEvent | StoredEvent)[]> {
  const all: (SessionEvent | StoredEvent)[] = [];
  for (let some = await reader.next(waitMs); some; some = await reader.next(waitMs)) all.push(...some);
  return all;
}

const seqs = (events: readonly (SessionEvent | StoredEvent)[]): number[] =>
  events.flatMap((event) => ("seq" in event ? [event.seq] : []));

const delta = (sessionId: SessionId, offset: number, text: string): SessionEvent => ({
  type: "text.delta",
  sessionId,
  at: 0,
  messageId: "msg_1",
  offset,
  text,
});

describe("createEventReader", () => {
  it("begins anywhere, without gap or repeat", async () => {
    const id = await create();
    for (let at = 0; at < 20; at++) await runtime.sessions.rename(id, `title ${at}`);
    for (let from = 0; from <= 21; from++) {
      const read = await drain(open(id, from, fakeRuns()), 5);
      expect(seqs(read)).toEqual(Array.from({ length: 21 - from }, (_, index) => from + index + 1));
    }
  });

  it("waits no longer once it is closed", async () => {
    const reader = open(await create(), 1, fakeRuns());
    const waiting = reader.next(60_000);
    reader.close();
    expect(await waiting).toBeUndefined();
    expect(await reader.next(60_000)).toBeUndefined();
  });

  it("sees what other processes append", async () => {
    const id = await create();
    const reader = open(id, 0, fakeRuns());
    expect(seqs(await drain(reader))).toEqual([1]);
    await runtime.sessions.rename(id, "other");
    expect(seqs((await reader.next(5_000)) ?? [])).toEqual([2]);
  });

  it("gives live events to those who keep up, and one snapshot to those who come late", async () => {
    const id = await create();
    const runs = fakeRuns();
    const early = open(id, 0, runs);
    await drain(early);
    runs.say(delta(id, 0, "Hel"));
    runs.say(delta(id, 3, "lo"));
    expect((await drain(early)).map((event) => event.type)).toEqual(["text.delta", "text.delta"]);
    expect(await drain(open(id, 1, runs))).toMatchObject([{ type: "text.snapshot", text: "Hello" }]);
  });

  it("keeps nothing for a reader that does not read, and loses no durable event", async () => {
    const id = await create();
    const runs = fakeRuns();
    const slow = open(id, 0, runs);
    await drain(slow);
    const renamed: SessionEvent[] = [];
    const stored = async (): Promise<void> => {
      await runtime.sessions.rename(id, `n ${renamed.length}`);
      const [event] = await runtime.sessions.read(id, 1 + renamed.length, 1);
      renamed.push(event as SessionEvent);
      runs.say(event as SessionEvent);
    };
    for (let at = 0; at < 10; at++) {
      await stored();
      for (let piece = 0; piece < 400; piece++) runs.say(delta(id, piece, "x"));
    }
    const read = await drain(slow);
    expect(seqs(read)).toEqual(Array.from({ length: 10 }, (_, index) => index + 2));
    expect(read.length).toBeLessThan(1_500);
    expect(read.some((event) => event.type === "text.snapshot")).toBe(true);
  });
});

it("runs again for what came while a run was ending", async () => {
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  let runsDone = 0;
  const runs = createRuns({
    runtime: {
      run: async () => {
        runsDone += 1;
        if (runsDone === 1) await first;
        return {} as never;
      },
    },
    onFailure: (_, error) => {
      throw error;
    },
  });
  const begun = [runs.start("ses_1"), runs.start("ses_1")];
  expect(runs.isWorking("ses_1")).toBe(true);
  endFirst();
  await Promise.all(begun);
  await expect.poll(() => runs.isWorking("ses_1")).toBe(false);
  expect(runsDone).toBe(2);
  await runs.close();
});
