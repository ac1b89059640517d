import {
  createId,
  SkillmintError,
  type EndReason,
  type Limits,
  type SessionView,
} from "../protocol/index.ts";
import { maybeSnapshot, openView } from "../session/open-view.ts";
import type { Lease } from "../session/store.ts";
import { createAgent, limitsOf } from "./create-agent.ts";
import { nextStep, runLoop, type StopCause } from "./loop.ts";
import type { RunSessionOptions } from "./run-parts.ts";
import { createSessionLog, type SessionLog } from "./session-log.ts";

export interface RunOutcome {
  reason: EndReason;
  view: SessionView;
}

/** Turns lease, cancellation and time into one signal; `stop` must be called. */
function superviseRun(options: RunSessionOptions, log: SessionLog, lease: Lease, limits: Limits) {
  const { store, sessionId, leaseMs } = options;
  const controller = new AbortController();
  let lost: SkillmintError | undefined;
  const abort = (cause: StopCause): void => controller.abort(cause);
  const onCallerAbort = (): void => abort("cancelled");
  const fail = (error: unknown): void => {
    if (SkillmintError.is(error) && error.code === "lease-lost") lost = error;
    // A store that is busy for a moment is no reason to stop: the fence decides at the next append.
    if (lost) abort("cancelled");
  };
  if (options.signal?.aborted) abort("cancelled");
  options.signal?.addEventListener("abort", onCallerAbort, { once: true });
  const renewal = setInterval(() => void store.renewLease(lease).catch(fail), leaseMs / 3);
  renewal.unref();
  const timer = limits.timeMs === undefined ? undefined : setTimeout(() => abort("time"), limits.timeMs);
  timer?.unref();
  const obeyCancel = (): void => {
    if (log.view.lastCancel > lease.seq) abort("cancelled");
  };
  const follow = async (seq: number | undefined): Promise<void> => {
    if (seq === undefined || seq > log.view.seq) await log.refresh();
    obeyCancel();
  };
  obeyCancel();
  const pending = new Set<NodeJS.Immediate>();
  const unwatch = store.watch(sessionId, (seq) => {
    // What this run appends itself is in the view by then and need not be read.
    const soon = setImmediate(() => {
      pending.delete(soon);
      follow(seq).catch(fail);
    });
    pending.add(soon);
  });
  return {
    signal: controller.signal,
    lost: () => lost,
    stop: () => {
      options.signal?.removeEventListener("abort", onCallerAbort);
      clearInterval(renewal);
      clearTimeout(timer);
      unwatch();
      for (const soon of pending) clearImmediate(soon);
    },
  };
}

async function work(options: RunSessionOptions, lease: Lease): Promise<RunOutcome> {
  const { store, sessionId, parent } = options;
  const view = await openView(store, sessionId);
  const parts = await options.parts(view);
  const { sealing } = parts;
  const log = createSessionLog({
    store,
    view,
    fence: lease.fence,
    ...(options.onEvent ? { onEvent: options.onEvent } : {}),
    ...(sealing ? { openSealed: (bytes) => sealing.open(bytes) } : {}),
  });
  const inUse = Object.values(view.skills).flatMap((skill) => skill.sealed ?? []);
  if (inUse.length > 0) await sealing?.resume(inUse);
  if (inUse[0] !== undefined && view.settings.record !== undefined) {
    const detail = sealing?.unrecordable(inUse[0]) ?? "";
    throw new SkillmintError("skill-refused", { params: { name: inUse[0] }, detail });
  }
  const runId = createId("run");
  const limits = (): Limits => limitsOf(parts, view, parent);
  const supervision = superviseRun(options, log, lease, limits());
  try {
    const note = nextStep(view) === "end" ? options.note : undefined;
    await log.append([
      { type: "run.started", runId, fence: lease.fence },
      ...(note
        ? [{ type: "note.added" as const, noteId: createId("note"), kind: note.kind, text: note.text }]
        : []),
    ]);
    const agent = createAgent({ options, parts, log, limits, signal: supervision.signal, runSession });
    const { execute } = agent;
    await parts.shells.endLost(sessionId, view.shells, execute.t);
    await log.refresh();
    agent.children.resume();
    if (nextStep(view) !== "end") await agent.hooks?.start();
    const reason = await runLoop({
      ...agent,
      retry: parts.retry,
      agent: view.agent ?? "main",
      runId,
      limits,
      endLeftovers: parts.endLeftovers,
    });
    if (reason === "cancelled") await parts.shells.closeSession(sessionId, view.shells);
    return { reason, view };
  } catch (error) {
    throw supervision.lost() ?? error;
  } finally {
    supervision.stop();
  }
}

/**
 * Runs a session until it ends or waits, as the only one that does: holds its lease, renews it, and gives it
 * back. Refused with `session-busy` while somebody else works on it.
 */
export async function runSession(options: RunSessionOptions): Promise<RunOutcome> {
  const { store, sessionId, owner } = options;
  const lease = await store.acquireLease(sessionId, owner);
  try {
    const outcome = await work(options, lease);
    await maybeSnapshot(store, outcome.view);
    return outcome;
  } finally {
    await store.releaseLease(lease).catch(() => undefined);
  }
}
