import { setTimeout as delay } from "node:timers/promises";
import type { LiveServer } from "./connection-start.ts";
import type { McpState } from "./connection.ts";
import { McpFailure, type Failures, type McpFailureKind } from "./failure.ts";

const windowMs = 60_000;
/** How long a start may take to notice that it is not wanted any more. */
const closeMs = 1_500;
/** Before each new try within a minute; after the last of them there is none. */
const pauses = [100, 500, 2_000];

/** What trying again soon cannot help, and costs nothing. */
const uncounted = new Set<McpFailureKind>([
  "login",
  "forbidden",
  "address",
  "redirect",
  "closed",
  "command",
  "folder",
]);

export interface LifecycleOptions {
  failures: Failures;
  start(signal: AbortSignal): Promise<LiveServer>;
  /** After a start that was not the first. */
  onRestarted(): void;
}

/** When a server is started, and when not. */
export interface Lifecycle {
  state(): McpState;
  /** The running server; started if it is not. Whoever aborts stops waiting, the start goes on for the others. */
  ensure(signal?: AbortSignal): Promise<LiveServer>;
  current(): LiveServer | undefined;
  /** The server did not outlive a request, or forgot us: with a failure that counts as one more. */
  drop(live: LiveServer, failure?: McpFailure): Promise<void>;
  /** What failed before does not count any more: a person did something about it. */
  forgive(): void;
  close(): Promise<void>;
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
}

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { failures } = options;
  const stop = new AbortController();
  let live: LiveServer | undefined;
  let starting: Promise<LiveServer> | undefined;
  let failed: { at: number; failure: McpFailure }[] = [];
  let hasFailed = false;
  let starts = 0;

  const recent = () => (failed = failed.filter(({ at }) => performance.now() - at < windowMs));
  const count = (failure: McpFailure): void => {
    hasFailed = true;
    if (!uncounted.has(failure.kind)) failed.push({ at: performance.now(), failure });
  };

  async function start(): Promise<LiveServer> {
    // It ended while nobody was waiting for it.
    if (live) count(live.explain(new Error("ended")));
    live = undefined;
    const before = recent();
    const last = before.at(-1);
    if (last && before.length > pauses.length) {
      const oldest = before[0]?.at ?? 0;
      const seconds = Math.max(1, Math.ceil((oldest + windowMs - performance.now()) / 1_000));
      throw failures.make("restarts", { count: before.length, seconds, last: last.failure.message });
    }
    const pause = pauses[before.length - 1];
    if (pause !== undefined) await Promise.allSettled([delay(pause, undefined, { signal: stop.signal })]);
    try {
      const started = await options.start(stop.signal);
      live = started;
      hasFailed = false;
      starts += 1;
      if (starts > 1) options.onRestarted();
      return started;
    } catch (error) {
      if (error instanceof McpFailure) count(error);
      throw error;
    }
  }

  return {
    state() {
      if (starting) return "starting";
      if (live?.isAlive()) return "ready";
      return hasFailed || live ? "failed" : "idle";
    },
    async ensure(signal) {
      if (stop.signal.aborted) throw failures.make("closed");
      if (live?.isAlive()) return live;
      starting ??= start().finally(() => {
        starting = undefined;
      });
      // Whoever waits gets the failure; that nobody does any more is none.
      starting.catch(() => undefined);
      return untilAborted(starting, signal);
    },
    current: () => (live?.isAlive() ? live : undefined),
    async drop(which, failure) {
      if (live !== which) return;
      live = undefined;
      if (failure) count(failure);
      await which.end();
    },
    forgive() {
      failed = [];
      hasFailed = false;
    },
    async close() {
      stop.abort();
      await Promise.race([Promise.allSettled([starting]), delay(closeMs, undefined, { ref: false })]);
      const last = live;
      live = undefined;
      await last?.end();
    },
  };
}
