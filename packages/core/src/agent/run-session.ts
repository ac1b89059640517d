import type { Model } from "../model/model.ts";
import {
  createId,
  createTranslate,
  SkillmintError,
  type CallView,
  type EndReason,
  type Language,
  type LiveDraft,
  type Limits,
  type SessionEvent,
  type SessionId,
  type SessionView,
} from "../protocol/index.ts";
import { joinRules, parseRules, type RuleOptions, type Rules } from "../permission/rules.ts";
import { maybeSnapshot, openView } from "../session/open-view.ts";
import type { Lease, Owner, Store } from "../session/store.ts";
import { callOfOutputPath } from "../tool/bound.ts";
import type { ExecuteEnv } from "../tool/execute.ts";
import type { Registry } from "../tool/registry.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";
import type { Sandbox } from "../workspace/sandbox/sandbox.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { RetryPolicy } from "./call-model.ts";
import { nextStep, runLoop, type StopCause } from "./loop.ts";
import { createSessionLog, type SessionLog } from "./session-log.ts";

/** What one agent is made of; the runtime puts it together from a session's settings. */
export interface RunParts {
  /** The model that the session's settings name now. */
  model(): Promise<Model>;
  registry: Registry;
  workspace: Workspace;
  /** Rules of the user's files; those of the session come on top. */
  rules: Rules;
  /** How the session's own rules are read. */
  ruleOptions: Pick<RuleOptions, "home" | "language">;
  limits(): Limits;
  retry: RetryPolicy;
  language: Language;
  sandbox: Sandbox;
  shells: BackgroundShells;
  endLeftovers(call: CallView): Promise<void>;
}

export interface RunSessionOptions {
  store: Store;
  sessionId: SessionId;
  owner: Owner;
  leaseMs: number;
  parts(view: SessionView): Promise<RunParts>;
  signal?: AbortSignal;
  onEvent?: (event: SessionEvent) => void;
  /** What the model reads where there is nothing else to go on with: after a reply that was cut or refused. */
  note?: { kind: string; text: string };
}

export interface RunOutcome {
  reason: EndReason;
  view: SessionView;
}

/** Turns lease, cancellation and time into one signal; `stop` must be called. */
function superviseRun(options: RunSessionOptions, log: SessionLog, lease: Lease, limits: Limits) {
  const { store, sessionId, leaseMs } = options;
  const controller = new AbortController();
  const startSeq = log.view.seq;
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
  const unwatch = store.watch(sessionId, () => {
    void log.refresh().then(() => {
      if (log.view.lastCancel > startSeq) abort("cancelled");
    }, fail);
  });
  return {
    signal: controller.signal,
    lost: () => lost,
    stop: () => {
      options.signal?.removeEventListener("abort", onCallerAbort);
      clearInterval(renewal);
      clearTimeout(timer);
      unwatch();
    },
  };
}

function createExecuteEnv(parts: RunParts, log: SessionLog): ExecuteEnv {
  const { view } = log;
  return {
    sessionId: view.sessionId,
    registry: parts.registry,
    workspace: parts.workspace,
    mode: () => view.settings.mode,
    rules: () =>
      joinRules(
        parts.rules,
        parseRules(view.settings.rules, { source: "flag", ...parts.ruleOptions }),
        parseRules({ allow: view.grants }, { source: "session", ...parts.ruleOptions }),
      ),
    t: createTranslate(view.settings.language ?? parts.language),
    memory: new Map(Object.entries(view.memory)),
    sandbox: parts.sandbox,
    shells: parts.shells.forSession(view.sessionId, () => view.shells),
    append: (events, options) => log.append(events, options),
    emit: (event: LiveDraft) => log.emit(event),
    putBlob: (bytes) => log.putBlob(bytes),
    getText: (blob) => log.getText(blob),
    readStored: async (path) => {
      const callId = callOfOutputPath(path);
      const stored = callId && view.calls[callId as CallView["callId"]]?.fullOutput;
      return stored ? log.getBlob(stored.blob) : undefined;
    },
  };
}

async function work(options: RunSessionOptions, lease: Lease): Promise<RunOutcome> {
  const { store, sessionId } = options;
  const view = await openView(store, sessionId);
  const log = createSessionLog({
    store,
    view,
    fence: lease.fence,
    ...(options.onEvent ? { onEvent: options.onEvent } : {}),
  });
  const parts = await options.parts(view);
  const runId = createId("run");
  const supervision = superviseRun(options, log, lease, parts.limits());
  try {
    const note = nextStep(view) === "end" ? options.note : undefined;
    await log.append([
      { type: "run.started", runId, fence: lease.fence },
      ...(note
        ? [{ type: "note.added" as const, noteId: createId("note"), kind: note.kind, text: note.text }]
        : []),
    ]);
    const execute = createExecuteEnv(parts, log);
    await parts.shells.endLost(sessionId, view.shells, execute.t);
    await log.refresh();
    const reason = await runLoop({
      log,
      model: () => parts.model(),
      execute,
      retry: parts.retry,
      signal: supervision.signal,
      agent: view.agent ?? "main",
      runId,
      offerTools: view.settings.tools !== false,
      limits: () => parts.limits(),
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
