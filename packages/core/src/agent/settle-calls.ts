import {
  cutText,
  SkillmintError,
  textOf,
  type AskView,
  type CallView,
  type Entry,
  type EventDraft,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import type { ExecuteEnv, ReadyCall } from "../tool/execute-env.ts";
import { runCall } from "../tool/execute.ts";
import { judgeCall, settled } from "../tool/judge-call.ts";
import type { SessionLog } from "./session-log.ts";

/** How many reads of one message, and how many sub-agents, run at the same time. */
const parallelReads = 8;
const parallelAgents = 5;

export interface SettleOptions {
  log: SessionLog;
  execute: ExecuteEnv;
  signal: AbortSignal;
  /** Ends what still runs of a call that a crashed process had started. */
  endLeftovers(call: CallView): Promise<void>;
  /** In a sub-agent: the newest prompt of the conversation that it works for. */
  prompted?: (() => PromptEntry | undefined) | undefined;
}

export type PromptEntry = Extract<Entry, { kind: "prompt" }>;

/** What was newly said to a session. */
export function newestPrompt(view: SessionView): PromptEntry | undefined {
  return view.entries.findLast((entry) => entry.kind === "prompt");
}

function openCalls(log: SessionLog): CallView[] {
  return log.view.openCalls.flatMap((callId) => log.view.calls[callId] ?? []);
}

/**
 * A call that was started and has no result is not from this run: nobody knows how far it came. That of a sub-agent
 * is: its own log says it, and it is gone on with.
 */
async function settleInterrupted({ log, execute, endLeftovers }: SettleOptions): Promise<void> {
  // One that was started may have asked a person since: what it did before that is as unknown.
  const started = openCalls(log).filter((call) => call.startedAt !== undefined && !call.childId);
  if (started.length === 0) return;
  await Promise.all(started.map(endLeftovers));
  await log.append(started.map((call) => settled(call, "interrupted", execute.t("tool.interrupted"))));
}

/** Whoever sends a new prompt instead of an answer has answered: the asks before it are withdrawn. */
async function withdrawAsks({ log, execute, prompted }: SettleOptions): Promise<void> {
  const prompt = prompted ? prompted() : newestPrompt(log.view);
  // Another session's log counts by itself: between the two only time tells what came first.
  const isOlder = (open: AskView, than: PromptEntry): boolean =>
    prompted ? open.at < than.at : open.seq < than.seq;
  const stale = log.view.openAsks.filter((open) => prompt && isOlder(open, prompt));
  if (!prompt || stale.length === 0) return;
  const text = execute.t("tool.withdrawn", { prompt: cutText(textOf(prompt.content), 500) });
  const calls = stale.flatMap((open) => log.view.calls[open.callId] ?? []);
  await log.append(calls.map((call) => settled(call, "denied", text)));
}

type Asks = readonly AskView[];

/** Returns what the calls wait for that could not get their result. */
async function runParallel(options: SettleOptions, ready: ReadyCall[], width: number): Promise<AskView[]> {
  const { execute, signal } = options;
  const queue = [...ready];
  const asks: AskView[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift())
      asks.push(...(await runCall(execute, next, signal)));
  };
  await Promise.all(Array.from({ length: Math.min(width, queue.length) }, worker));
  return asks;
}

/** Runs calls one after the other; each is judged again right before, because the ones before it changed things. */
async function runInOrder(options: SettleOptions, ready: ReadyCall[]): Promise<AskView[]> {
  const { log, execute, signal } = options;
  const asks: AskView[] = [];
  for (const [index, first] of ready.entries()) {
    if (signal.aborted) break;
    const current = log.view.calls[first.call.callId] ?? first.call;
    const judged = index === 0 ? ({ kind: "run", ready: first } as const) : await judgeCall(execute, current);
    if (judged.kind === "run") asks.push(...(await runCall(execute, judged.ready, signal)));
    else await log.append([judged.event]);
  }
  return asks;
}

/** Every open call gets its result without having run: the run is over. */
export async function abandonCalls({ log, t }: { log: SessionLog; t: Translate }): Promise<void> {
  const events = openCalls(log).map((call) =>
    settled(call, "interrupted", t(call.state === "started" ? "tool.cancelled" : "tool.notStarted")),
  );
  if (events.length > 0) await log.append(events);
}

/**
 * Step 1 of the loop: judges all open calls, runs what may run (reads and sub-agents at once, the rest in order) and
 * asks about the others together. Returns when all that may run now has run, with what sub-agents wait for: what is
 * left open is asked, waits in a sub-agent, or was answered meanwhile.
 */
export async function settleCalls(options: SettleOptions): Promise<Asks> {
  const { log, execute } = options;
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
  const groupOf = ({ tool }: ReadyCall): "read" | "agent" | "rest" =>
    tool.effect === "read" ? "read" : tool.parallel ? "agent" : "rest";
  const group = Object.groupBy(ready, groupOf);
  const runs = await Promise.allSettled([
    runParallel(options, group.read ?? [], parallelReads),
    runParallel(options, group.agent ?? [], parallelAgents),
    runInOrder(options, group.rest ?? []),
  ]);
  const failed = runs.find((run) => run.status === "rejected");
  if (failed)
    throw failed.reason instanceof Error
      ? failed.reason
      : new SkillmintError("internal", { detail: String(failed.reason) });
  return runs.flatMap((run) => (run.status === "fulfilled" ? run.value : []));
}
