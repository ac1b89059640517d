/** `refused`: the server is there and does not take the token. */
export type ConnectionState = "online" | "offline" | "refused";

/** Whether the server answers. Every request tells; while nobody answers it is looked for again and again. */
export interface Connection {
  state(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** What a request met with. */
  note(state: ConnectionState): void;
  /** Looks again now. */
  retry(): void;
  close(): void;
}

export interface ConnectionOptions {
  /** Rejects while the server is not there. */
  probe(): Promise<unknown>;
  firstPauseMs?: number;
}

const longestPauseMs = 8_000;

export function createConnection({ probe, firstPauseMs = 300 }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = "online";
  let pauseMs = firstPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    try {
      await probe();
      note("online");
    } catch {
      // Still not there: the bar says so already.
      if (state === "offline") wait();
    }
  }

  function wait(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void look(), pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  function note(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    pauseMs = firstPauseMs;
    clearTimeout(timer);
    if (next === "offline") wait();
    for (const listener of listeners) listener();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    note,
    retry() {
      if (state !== "offline") return;
      clearTimeout(timer);
      pauseMs = firstPauseMs;
      void look();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
