import { AsyncLocalStorage } from "node:async_hooks";
import { createCallClock, type CallClock } from "./connection-clock.ts";
import type { McpCallOptions } from "./connection.ts";

/** How long after the end of a stream its answer may still be on its way: read already, or on a new stream. */
const readMs = 250;
const resumeMs = 5_000;
const longestMs = 60 * 60 * 1_000;

/** One request to a server that is not answered yet. */
export interface ActiveCall {
  /** Who is asked by the server meanwhile. */
  readonly asks: Pick<McpCallOptions, "elicit" | "sample">;
  readonly clock: CallClock;
  /** Aborted when nobody waits for the call any more. */
  readonly signal: AbortSignal;
  /** Ends the call with this; the server is told to stop. */
  fail(error: Error): void;
  /** A stream that the answer may come on was opened, or ended; `isNumbered`: it can be gone on with on a new one. */
  streamOpened(): void;
  streamEnded(isNumbered: boolean): void;
}

export interface CallRequest {
  signal: AbortSignal | undefined;
  idleMs: number;
  /** The failure of a call that takes too long, and of one whose connection ended without an answer. */
  late(): Error;
  lost(): Error;
  asks?: Pick<McpCallOptions, "elicit" | "sample">;
}

/** The requests to one server that are under way. */
export interface Calls {
  run<T>(request: CallRequest, work: (call: ActiveCall) => Promise<T>): Promise<T>;
  /** Which call the code that asks works for. */
  current(): ActiveCall | undefined;
  /**
   * Which call a server's own request belongs to: the one whose stream it came on, where there is one stream for each
   * call, else the only one there is; undefined where that cannot be told.
   */
  related(): ActiveCall | undefined;
  failAll(error: Error): void;
  /** Does something that outlives the call it is done for. */
  outside<T>(work: () => T): T;
}

export function createCalls(): Calls {
  const context = new AsyncLocalStorage<ActiveCall | undefined>();
  const active = new Set<ActiveCall>();

  function start(request: CallRequest): { call: ActiveCall; failure(): Error | undefined; end(): void } {
    const controller = new AbortController();
    let failed: Error | undefined;
    let streams = 0;
    let timer: NodeJS.Timeout | undefined;
    const fail = (error: Error): void => {
      failed ??= error;
      // Told to the server as the reason: no word of ours.
      controller.abort("timeout");
    };
    const clock = createCallClock({
      idleMs: request.idleMs,
      totalMs: Math.max(longestMs, request.idleMs),
      onLate: () => fail(request.late()),
    });
    const onAbort = (): void => controller.abort("cancelled");
    request.signal?.addEventListener("abort", onAbort, { once: true });
    const call: ActiveCall = {
      asks: request.asks ?? {},
      clock,
      signal: controller.signal,
      fail,
      streamOpened() {
        streams += 1;
        clearTimeout(timer);
      },
      streamEnded(isNumbered) {
        streams -= 1;
        if (streams > 0 || !active.has(call)) return;
        clearTimeout(timer);
        timer = setTimeout(
          () => {
            if (!clock.isPaused()) fail(request.lost());
          },
          isNumbered ? resumeMs : readMs,
        );
      },
    };
    active.add(call);
    return {
      call,
      failure: () => failed,
      end() {
        active.delete(call);
        clearTimeout(timer);
        clock.stop();
        request.signal?.removeEventListener("abort", onAbort);
        // Whoever is asked for this call need not answer any more.
        controller.abort("ended");
      },
    };
  }

  return {
    async run(request, work) {
      request.signal?.throwIfAborted();
      const { call, failure, end } = start(request);
      try {
        return await context.run(call, () => work(call));
      } catch (error) {
        request.signal?.throwIfAborted();
        throw failure() ?? error;
      } finally {
        end();
      }
    },
    current: () => context.getStore(),
    related() {
      const own = context.getStore();
      if (own) return active.has(own) ? own : undefined;
      const [only, ...others] = active;
      return others.length === 0 ? only : undefined;
    },
    failAll(error) {
      for (const call of active) call.fail(error);
    },
    outside: (work) => context.run(undefined, work),
  };
}
