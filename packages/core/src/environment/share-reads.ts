interface Reads<T> {
  running: Promise<T>;
  /** Begins when `running` is over; whoever asks until then shares it. */
  next?: Promise<T>;
}

/**
 * Reads that many want at the same time are made once for all of them. What somebody gets was read after they asked:
 * nobody sees anything older than they would have seen alone. A failed read fails for those who shared it, and the next
 * one begins anew. Values are shared: not to be changed.
 */
export function shareReads<A extends readonly unknown[], T>(
  read: (...args: A) => Promise<T>,
  keyOf: (...args: A) => string,
): (...args: A) => Promise<T> {
  const reads = new Map<string, Reads<T>>();

  function start(key: string, args: A): Promise<T> {
    const running = read(...args);
    const mine: Reads<T> = { running };
    reads.set(key, mine);
    const end = (): void => {
      if (reads.get(key) === mine && mine.next === undefined) reads.delete(key);
    };
    running.then(end, end);
    return running;
  }

  return (...args) => {
    const key = keyOf(...args);
    const known = reads.get(key);
    if (!known) return start(key, args);
    const again = (): Promise<T> => start(key, args);
    return (known.next ??= known.running.then(again, again));
  };
}
