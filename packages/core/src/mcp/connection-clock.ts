/** For the SDK, which measures too: longer than whatever bounds a request here. */
export const foreverMs = 2 ** 31 - 1;

/** Measures how long a call is waited for. */
export interface CallClock {
  /** Something was heard: the time begins anew. */
  touch(): void;
  /** While a person or a model is asked, nobody is late. Calls may be nested. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  stop(): void;
}

/** `onLate` is called once, `idleMs` after the last sign of life, and at the latest after `totalMs` of waiting. */
export function createCallClock(options: { idleMs: number; totalMs: number; onLate(): void }): CallClock {
  let paused = 0;
  let left = options.totalMs;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const late = (): void => {
    stop();
    options.onLate();
  };
  const count = (): void => {
    left -= performance.now() - since;
    since = performance.now();
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (!isOver && paused === 0) timer = setTimeout(late, Math.max(0, Math.min(options.idleMs, left)));
  };

  wait();
  return {
    touch() {
      if (paused === 0) count();
      wait();
    },
    pause() {
      if (paused++ === 0) count();
      clearTimeout(timer);
    },
    resume() {
      if (--paused > 0) return;
      since = performance.now();
      wait();
    },
    isPaused: () => paused > 0,
    stop,
  };
}
