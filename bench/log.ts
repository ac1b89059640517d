import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createId, type EventDraft, type SessionId } from "../packages/core/src/protocol/index.ts";
import { maybeSnapshot, openView } from "../packages/core/src/session/open-view.ts";
import { createSqlStore } from "../packages/core/src/session/sql-store.ts";
import type { Store } from "../packages/core/src/session/store.ts";

export const name = "log";

const sizes = [100, 1_000, 10_000, 100_000];
const openTarget = { events: 10_000, ms: 150 };
/** Appends may take at most this many times longer in the longest session than in the shortest. */
const constantRatio = 2;

const usage = { input: 1_000, output: 200 };
const filler = "The quick brown fox jumps over the lazy dog, and 数据库 keeps it. ".repeat(16);

/** An event of about 1 KB. Every fifth is an answer, the rest are calls and their results, as in real sessions. */
function createEvent(index: number): EventDraft {
  const runId = "run_bench" as const;
  const turn = Math.floor(index / 5);
  const step = index % 5;
  if (step === 0) {
    return {
      type: "message.completed",
      messageId: `msg_${turn}`,
      runId,
      role: "assistant",
      text: filler.slice(0, 350),
      content: [{ type: "text", text: filler.slice(0, 350) }],
      model: "demo/scripted",
      stop: "calls",
      usage,
      readTo: index,
    };
  }
  const callId = `call_${turn}x${step > 2 ? 1 : 0}` as const;
  if (step === 1 || step === 3) {
    const input = { path: "src/a.ts", text: filler.slice(0, 880) };
    return { type: "tool.called", callId, messageId: `msg_${turn}`, name: "Write", input };
  }
  return {
    type: "tool.settled",
    callId,
    name: "Write",
    status: "ok",
    content: [{ type: "text", text: filler.slice(0, 860) }],
  };
}

/** As the engine leaves it: a run of a thousand events, then a snapshot if one is due. */
async function createSession(store: Store, events: number): Promise<SessionId> {
  const id = createId("ses");
  const settings = { model: "demo/scripted", mode: "default" as const };
  await store.create(id, [
    { type: "session.created", folder: "/bench", title: `${events} events`, settings },
  ]);
  for (let from = 1; from < events; from += 1_000) {
    const count = Math.min(1_000, events - from);
    await store.append(
      id,
      Array.from({ length: count }, (_, index) => createEvent(from - 1 + index)),
    );
    await maybeSnapshot(store, await openView(store, id));
  }
  return id;
}

async function median(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

interface Row {
  events: number;
  openMs: number;
  replayMs: number;
  appendMs: number;
  durableMs: number;
}

async function measure(store: Store, events: number): Promise<Row> {
  const id = await createSession(store, events);
  const openMs = await median(21, () => openView(store, id));
  const replayMs = await median(5, () => openView(store, id, { full: true }));
  let next = events;
  const append = (durable: boolean) => () => store.append(id, [createEvent(next++)], { durable });
  await median(20, append(false));
  const appendMs = await median(100, append(false));
  const durableMs = await median(50, append(true));
  return { events, openMs, replayMs, appendMs, durableMs };
}

function report(rows: readonly Row[]): void {
  console.log("events    open ms   by replay alone   append ms   durable append ms");
  for (const row of rows) {
    const cells = [
      String(row.events).padStart(6),
      row.openMs.toFixed(1).padStart(8),
      row.replayMs.toFixed(1).padStart(16),
      row.appendMs.toFixed(3).padStart(10),
      row.durableMs.toFixed(3).padStart(18),
    ];
    console.log(cells.join("  "));
  }
}

/** Prints how opening and appending grow with a session; returns whether they hold to their targets. */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-bench-log-"));
  const store = await createSqlStore({ path: join(folder, "bench.db"), isAlive: () => true });
  try {
    const rows: Row[] = [];
    for (const events of sizes) rows.push(await measure(store, events));
    report(rows);
    const opened = rows.find((row) => row.events === openTarget.events)?.openMs ?? Infinity;
    const isOpenFast = opened < openTarget.ms;
    console.log(
      `open(${openTarget.events}) ${opened.toFixed(1)} ms, target < ${openTarget.ms} ms: ${isOpenFast ? "ok" : "MISSED"}`,
    );
    const ratio = (key: "appendMs" | "durableMs") => (rows.at(-1)?.[key] ?? Infinity) / (rows[0]?.[key] ?? 1);
    const isConstant = ratio("appendMs") < constantRatio && ratio("durableMs") < constantRatio;
    console.log(
      `append(${sizes.at(-1)}) / append(${sizes[0]}): ${ratio("appendMs").toFixed(2)}, durable ${ratio("durableMs").toFixed(2)}, target < ${constantRatio}: ${isConstant ? "ok" : "MISSED"}`,
    );
    return isOpenFast && isConstant;
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = (await run()) ? 0 : 1;
