import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { Owner } from "./store.ts";
import { createOwner, createSession } from "./suite/drafts.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

const script = fileURLToPath(new URL("./suite/worker.fixture.ts", import.meta.url));

interface Worker {
  child: ChildProcessByStdio<Writable, Readable, null>;
  lines: AsyncIterator<string, undefined>;
  exited: Promise<unknown>;
}

const workers: Worker[] = [];

function start(...args: string[]): Worker {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const worker: Worker = {
    child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    exited: once(child, "exit"),
  };
  workers.push(worker);
  return worker;
}

async function next(worker: Worker): Promise<unknown> {
  const { value } = await worker.lines.next();
  return value === undefined ? undefined : (JSON.parse(value) as unknown);
}

async function rest(worker: Worker): Promise<unknown[]> {
  const values: unknown[] = [];
  for (let value = await next(worker); value !== undefined; value = await next(worker)) values.push(value);
  return values;
}

function isAlive(owner: Owner): boolean {
  try {
    return process.kill(owner.pid, 0);
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.child.kill("SIGKILL");
    await worker.exited;
  }
});

describe("several processes on one file", () => {
  it("append without losing or doubling a sequence", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(store);
    const started = Array.from({ length: 4 }, () => start(folder.db, id, "append", "200"));
    const told = (await Promise.all(started.map(rest))).flat() as number[];
    const expected = Array.from({ length: 800 }, (_, index) => index + 2);
    expect(told.toSorted((a, b) => a - b)).toEqual(expected);
    const events = await store.read(id, 1);
    expect(events.map((event) => event.seq)).toEqual(expected);
    const texts = new Set(events.map((event) => ("text" in event ? event.text : "")));
    expect(texts.size).toBe(800);
  });

  it("create and migrate the file together", async () => {
    await using folder = await createTempFolder();
    const started = Array.from({ length: 4 }, () => start(folder.db, "ses_none", "hold"));
    expect(await Promise.all(started.map(next))).toEqual(Array(4).fill("session-not-found"));
  });

  it("give the lease to exactly one, and free it at once when that one is killed", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open({ isAlive });
    const id = await createSession(store);
    const started = Array.from({ length: 4 }, () => start(folder.db, id, "hold"));
    const results = await Promise.all(started.map(next));
    expect(results.filter((result) => result === "session-busy")).toHaveLength(3);
    const holder = started[results.findIndex((result) => result !== "session-busy")];
    expect((await store.leaseOwner(id))?.pid).toBe(holder?.child.pid);
    await expect(store.acquireLease(id, createOwner("me"))).rejects.toThrow(
      expect.objectContaining({ code: "session-busy" }),
    );
    holder?.child.kill("SIGKILL");
    await holder?.exited;
    expect(await store.leaseOwner(id)).toBeUndefined();
    expect((await store.acquireLease(id, createOwner("me"))).fence).toBe(2);
  });

  it("leave an intact file with every acknowledged event when they are killed", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(store);
    for (const acknowledged of [1, 7, 40]) {
      const worker = start(folder.db, id, "append-forever");
      let last = 0;
      for (let count = 0; count < acknowledged; count++) last = (await next(worker)) as number;
      worker.child.kill("SIGKILL");
      last = ((await rest(worker)).at(-1) as number | undefined) ?? last;
      expect(await store.lastSeq(id)).toBeGreaterThanOrEqual(last);
    }
    const events = await store.read(id, 0);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    await store.close();
    const handle = new DatabaseSync(folder.db);
    expect(handle.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    handle.close();
  });
});
