import {
  cutText,
  SkillmintError,
  textOf,
  type CallView,
  type EventDraft,
  type Translate,
} from "../protocol/index.ts";
import { judgeCall, runCall, settled, type ExecuteEnv, type ReadyCall } from "../tool/execute.ts";
import type { SessionLog } from "./session-log.ts";

/** How many reads of one message run at the same time. */
const parallelReads = 8;

export interface SettleOptions {
  log: SessionLog;
  execute: ExecuteEnv;
  signal: AbortSignal;
  /** Ends what still runs of a call that a crashed process had started. */
  endLeftovers(call: CallView): Promise<void>;
}

function openCalls(log: SessionLog): CallView[] {
  return log.view.openCalls.flatMap((callId) => log.view.calls[callId] ?? []);
}

/** A call that was started and has no result is not from this run: nobody knows how far it came. */
async function settleInterrupted({ log, execute, endLeftovers }: SettleOptions): Promise<void> {
  const started = openCalls(log).filter((call) => call.state === "started");
  if (started.length === 0) return;
  await Promise.all(started.map(endLeftovers));
  await log.append(started.map((call) => settled(call, "interrupted", execute.t("tool.interrupted"))));
}

/** Whoever sends a new prompt instead of an answer has answered: the asks before it are withdrawn. */
async function withdrawAsks({ log, execute }: SettleOptions): Promise<void> {
  const prompt = log.view.entries.findLast((entry) => entry.kind === "prompt");
  const stale = log.view.openAsks.filter((open) => prompt && open.seq < prompt.seq);
  if (!prompt || stale.length === 0) return;
  const text = execute.t("tool.withdrawn", { prompt: cutText(textOf(prompt.content), 500) });
  const calls = stale.flatMap((open) => log.view.calls[open.callId] ?? []);
  await log.append(calls.map((call) => settled(call, "denied", text)));
}

async function runParallel(ready: ReadyCall[], run: (ready: ReadyCall) => Promise<void>): Promise<void> {
  const queue = [...ready];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallelReads, queue.length) }, worker));
}

/** Runs calls one after the other; each is judged again right before, because the ones before it changed things. */
async function runInOrder(options: SettleOptions, ready: ReadyCall[]): Promise<void> {
  const { log, execute, signal } = options;
  for (const [index, first] of ready.entries()) {
    if (signal.aborted) return;
    const current = log.view.calls[first.call.callId] ?? first.call;
    const judged = index === 0 ? ({ kind: "run", ready: first } as const) : await judgeCall(execute, current);
    if (judged.kind === "run") await runCall(execute, judged.ready, signal);
    else await log.append([judged.event]);
  }
}

/** Every open call gets its result without having run: the run is over. */
export async function abandonCalls({ log, t }: { log: SessionLog; t: Translate }): Promise<void> {
  const events = openCalls(log).map((call) =>
    settled(call, "interrupted", t(call.state === "started" ? "tool.cancelled" : "tool.notStarted")),
  );
  if (events.length > 0) await log.append(events);
}

/**
 * Step 1 of the loop: judges all open calls, runs what may run (reads at once, the rest in order) and asks
 * about the others together. Returns when all that may run now has run: what is left open is asked, or was answered
 * meanwhile.
 */
export async function settleCalls(options: SettleOptions): Promise<void> {
  const { log, execute, signal } = options;
  await settleInterrupted(options);
  await withdrawAsks(options);
  const settledNow: EventDraft[] = [];
  const asks: EventDraft[] = [];
  const ready: ReadyCall[] = [];
  for (const call of openCalls(log)) {
    if (call.state === "asked") continue;
    const judged = await judgeCall(execute, call);
    if (judged.kind === "run") ready.push(judged.ready);
    else (judged.kind === "ask" ? asks : settledNow).push(judged.event);
  }
  // Asked before the others run: a person can answer meanwhile.
  if (settledNow.length + asks.length > 0) await log.append([...settledNow, ...asks]);
  const isRead = ({ tool }: ReadyCall): boolean => tool.effect === "read";
  const runs = await Promise.allSettled([
    runParallel(ready.filter(isRead), async (next) => {
      if (!signal.aborted) await runCall(execute, next, signal);
    }),
    runInOrder(
      options,
      ready.filter((next) => !isRead(next)),
    ),
  ]);
  const failed = runs.find((run) => run.status === "rejected");
  if (failed)
    throw failed.reason instanceof Error
      ? failed.reason
      : new SkillmintError("internal", { detail: String(failed.reason) });
}
