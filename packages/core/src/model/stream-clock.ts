/** `firstMs` until the first sign of a reply, `idleMs` between any two, `totalMs` for all of it. */
export interface StreamTimeouts {
  firstMs: number;
  idleMs: number;
  totalMs: number;
}

/** Why waiting ended before there was anything: the caller's wish, or a limit in ms. */
export type Interruption = { kind: "cancelled" } | { kind: "timeout"; afterMs: number };

/**
 * Bounds the waiting for a stream. Only the time inside `wait` counts against `firstMs` and `idleMs`, so that a
 * slow reader is not taken for a slow provider. When a limit is reached or the caller aborts, `signal` aborts.
 */
export interface StreamClock {
  readonly signal: AbortSignal;
  readonly interruption: Interruption | undefined;
  wait<T>(work: Promise<T>): Promise<T>;
  /** Something came that means progress: the idle time starts again. */
  progress(): void;
  stop(): void;
}

const longestTimer = 2 ** 31 - 1;

export function createStreamClock(timeouts: StreamTimeouts, outer: AbortSignal): StreamClock {
  const controller = new AbortController();
  let interruption: Interruption | undefined;
  let limit = timeouts.firstMs;
  let left = limit;

  function interrupt(cause: Interruption): void {
    interruption ??= cause;
    controller.abort();
  }
  function startTimer(ms: number, afterMs: number): NodeJS.Timeout {
    return setTimeout(() => interrupt({ kind: "timeout", afterMs }), Math.min(Math.max(0, ms), longestTimer));
  }
  function onAbort(): void {
    interrupt({ kind: "cancelled" });
  }

  const total = startTimer(timeouts.totalMs, timeouts.totalMs);
  if (outer.aborted) onAbort();
  else outer.addEventListener("abort", onAbort, { once: true });

  return {
    signal: controller.signal,
    get interruption() {
      return interruption;
    },
    async wait(work) {
      const from = performance.now();
      const timer = startTimer(left, limit);
      try {
        return await work;
      } finally {
        clearTimeout(timer);
        left -= performance.now() - from;
      }
    },
    progress() {
      limit = timeouts.idleMs;
      left = limit;
    },
    stop() {
      clearTimeout(total);
      outer.removeEventListener("abort", onAbort);
    },
  };
}
