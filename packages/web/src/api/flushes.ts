/** What changed is shown at once, but no more often than a person can see. */
export interface Flushes {
  /** `isBulk`: more is on its way, so that what is shown now would be drawn in vain. */
  add(target: { flush(): void }, isBulk?: boolean): void;
  close(): void;
}

const pauseMs = 32;
/** So long after the last of many pieces all of them are shown, but never longer after the first. */
const bulkMs = 40;
const longestMs = 400;

export function createFlushes(): Flushes {
  const waiting = new Set<{ flush(): void }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let sinceAt = 0;

  function flush(): void {
    timer = undefined;
    lastAt = performance.now();
    const targets = [...waiting];
    waiting.clear();
    for (const target of targets) target.flush();
  }

  return {
    add(target, isBulk = false) {
      const now = performance.now();
      if (waiting.size === 0) sinceAt = now;
      waiting.add(target);
      if (timer !== undefined && !isBulk) return;
      clearTimeout(timer);
      const dueAt = isBulk ? Math.min(now + bulkMs, sinceAt + longestMs) : lastAt + pauseMs;
      timer = setTimeout(flush, Math.max(0, dueAt - now));
    },
    close() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
