import { BrowserFailure, type PageWords } from "./browser-failure.ts";
import type { BrowserSession } from "./browser-session.ts";

/** The browsers of all sessions: each is opened when first needed, used by one call at a time, and closed when idle. */
export interface BrowserSessions {
  /** Waits for its turn. `open`: where there is none it is opened; otherwise that is a failure. */
  use<T>(
    id: string,
    options: { open: boolean; signal: AbortSignal },
    work: (session: BrowserSession) => Promise<T>,
  ): Promise<T>;
  /** Where the current tab of a session is. */
  urlOf(id: string): string | undefined;
  /** False where there was none. */
  closeSession(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface BrowserSessionsOptions {
  openSession(): Promise<BrowserSession>;
  words: PageWords;
  /** After how long without a call a session is closed. */
  idleMs(): number;
}

interface Entry {
  opening: Promise<BrowserSession>;
  session?: BrowserSession;
  /** The end of what was last asked of it. */
  turn: Promise<unknown>;
  users: number;
  idle?: NodeJS.Timeout;
}

export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions {
  const { words } = options;
  const entries = new Map<string, Entry>();

  async function drop(id: string, entry: Entry): Promise<void> {
    if (entries.get(id) === entry) entries.delete(id);
    clearTimeout(entry.idle);
    await entry.opening.then(
      (session) => session.close(),
      () => undefined,
    );
  }

  function enter(id: string): Entry {
    const entry: Entry = { opening: options.openSession(), turn: Promise.resolve(), users: 0 };
    entry.opening.then(
      (session) => {
        entry.session = session;
      },
      () => entries.delete(id),
    );
    entries.set(id, entry);
    return entry;
  }

  /** The session's browser, unless it has ended since. */
  function find(id: string): Entry | undefined {
    const entry = entries.get(id);
    if (!entry?.session || entry.session.isAlive()) return entry;
    void drop(id, entry);
    return undefined;
  }

  function rest(id: string, entry: Entry): void {
    clearTimeout(entry.idle);
    if (entries.get(id) !== entry) return;
    entry.idle = setTimeout(() => void drop(id, entry), options.idleMs());
    entry.idle.unref();
  }

  return {
    async use(id, { open, signal }, work) {
      const entry = find(id) ?? (open ? enter(id) : undefined);
      if (!entry) throw new BrowserFailure(words("browser.noPage"));
      entry.users++;
      clearTimeout(entry.idle);
      const before = entry.turn;
      const mine = (async () => {
        await Promise.allSettled([before]);
        signal.throwIfAborted();
        return work(await entry.opening);
      })();
      entry.turn = mine;
      try {
        return await mine;
      } finally {
        entry.users--;
        if (entry.users === 0) rest(id, entry);
      }
    },
    urlOf: (id) => find(id)?.session?.page()?.url(),
    async closeSession(id) {
      const entry = entries.get(id);
      if (!entry) return false;
      await drop(id, entry);
      return true;
    },
    async close() {
      await Promise.all([...entries].map(([id, entry]) => drop(id, entry)));
    },
  };
}
