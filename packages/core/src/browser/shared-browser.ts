import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { Launched } from "./launch-chromium.ts";

export interface BrowserLease {
  browser: Browser;
  /** Of this process and this browser: gone with it. */
  folder: string;
  /** The browser ends when the last lease is given back. */
  release(): Promise<void>;
}

/** One browser process for all sessions, started when the first needs it and again after it died. */
export interface SharedBrowser {
  lease(): Promise<BrowserLease>;
  /** Ends it in under two seconds. */
  close(): Promise<void>;
}

export interface SharedBrowserOptions {
  makeFolder(): Promise<string>;
  launch(folder: string): Promise<Launched>;
}

interface Running extends Launched {
  folder: string;
}

/** A browser that runs or is starting, and how many count on it. */
interface Held {
  started: Promise<Running>;
  users: number;
}

const graceMs = 1_000;

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error) || !("code" in error)) throw error;
  }
}

/** What cannot be removed now is found by `removeLeftovers`. */
async function removeFolder(folder: string): Promise<void> {
  await Promise.allSettled([rm(folder, { recursive: true, force: true, maxRetries: 5 })]);
}

async function end({ browser, pid, folder }: Running): Promise<void> {
  const stop = new AbortController();
  const late = delay(graceMs, true, { signal: stop.signal }).catch(() => false);
  const isLate = await Promise.race([browser.close().then(() => false), late]);
  stop.abort();
  if (isLate && pid !== undefined) killGroup(pid);
  await removeFolder(folder);
}

export function createSharedBrowser({ makeFolder, launch }: SharedBrowserOptions): SharedBrowser {
  let held: Held | undefined;

  async function start(): Promise<Running> {
    const folder = await makeFolder();
    try {
      return { ...(await launch(folder)), folder };
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  function hold(): Held {
    if (held) return held;
    const made: Held = { started: start(), users: 0 };
    held = made;
    const forget = (): void => {
      if (held === made) held = undefined;
    };
    made.started.then(({ browser, folder }) => {
      browser.once("disconnected", () => {
        forget();
        void removeFolder(folder);
      });
    }, forget);
    return made;
  }

  return {
    async lease() {
      const mine = hold();
      mine.users++;
      let isHeld = true;
      const release = async (): Promise<void> => {
        if (!isHeld) return;
        isHeld = false;
        mine.users--;
        if (mine.users > 0) return;
        if (held === mine) held = undefined;
        await mine.started.then(end, () => undefined);
      };
      try {
        const { browser, folder } = await mine.started;
        return { browser, folder, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    async close() {
      const last = held;
      held = undefined;
      await last?.started.then(end, () => undefined);
    },
  };
}
