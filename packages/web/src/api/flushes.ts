/** What changed is shown at once, but no more often than a person can see. */
export interface Flushes {
  add(target: { flush(): void }): void;
  close(): void;
}

const pauseMs = 32;

export function createFlushes(): Flushes {
  const waiting = new Set<{ flush(): void }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    lastAt = performance.now();
    const targets = [...waiting];
    waiting.clear();
    for (const target of targets) target.flush();
  }

  return {
    add(target) {
      waiting.add(target);
      timer ??= setTimeout(flush, Math.max(0, lastAt + pauseMs - performance.now()));
    },
    close() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
