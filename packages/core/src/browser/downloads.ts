import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

export interface Download {
  name: string;
  /** Where it lies until somebody takes it. */
  file: string;
  state: "running" | "complete" | "failed" | "too-large" | "late";
  bytes: number;
}

export interface AwaitOptions {
  /** How long one is waited for to begin. */
  beginMs: number;
  /** How long all may take. What is not complete then is ended. */
  endMs: number;
  signal: AbortSignal;
}

/**
 * The downloads of one context. One that begins while nobody expects any is ended at once; the others lie in a folder
 * of the browser's own, under names that say nothing.
 */
export interface Downloads {
  /** From now on what begins is kept, until `finish`. */
  expect(): { finish(options: AwaitOptions): Promise<Download[]>; stop(): Promise<void> };
  close(): Promise<void>;
}

export interface DownloadsOptions {
  browser: Browser;
  context: BrowserContext;
  /** Any page of the context: it says which one that is. */
  page: Page;
  folder: string;
  maxBytes: number;
  onRefused(name: string): void;
}

async function contextIdOf(context: BrowserContext, page: Page): Promise<string | undefined> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  await session.detach();
  return targetInfo.browserContextId;
}

/** Resolves when something changed, when the time is over, or when the signal is aborted. */
function createBell() {
  let ring = (): void => undefined;
  return {
    ring: () => ring(),
    heard: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, Math.max(0, ms));
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
        signal.addEventListener("abort", done);
        ring = done;
      }),
  };
}

export async function openDownloads(options: DownloadsOptions): Promise<Downloads> {
  const { folder, maxBytes } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const browserContextId = await contextIdOf(options.context, options.page);
  const session: CDPSession = await options.browser.newBrowserCDPSession();
  const ofContext = browserContextId === undefined ? {} : { browserContextId };
  const found = new Map<string, Download>();
  const endings: Promise<unknown>[] = [];
  const bell = createBell();
  let isExpecting = false;

  const cancel = (guid: string): Promise<unknown> =>
    // It may have ended by itself meanwhile.
    session.send("Browser.cancelDownload", { guid, ...ofContext }).catch(() => undefined);

  session.on("Browser.downloadWillBegin", ({ guid, suggestedFilename }) => {
    if (!isExpecting) {
      options.onRefused(suggestedFilename);
      void cancel(guid).then(() => rm(join(folder, guid), { force: true }));
      return;
    }
    found.set(guid, { name: suggestedFilename, file: join(folder, guid), state: "running", bytes: 0 });
    bell.ring();
  });
  session.on("Browser.downloadProgress", ({ guid, receivedBytes, totalBytes, state }) => {
    const download = found.get(guid);
    if (!download || download.state !== "running") return;
    download.bytes = receivedBytes;
    if (Math.max(receivedBytes, totalBytes) > maxBytes) {
      download.state = "too-large";
      endings.push(cancel(guid));
    } else if (state !== "inProgress") {
      download.state = state === "completed" ? "complete" : "failed";
    }
    bell.ring();
  });
  await session.send("Browser.setDownloadBehavior", {
    behavior: "allowAndName",
    downloadPath: folder,
    eventsEnabled: true,
    ...ofContext,
  });

  async function finish({ beginMs, endMs, signal }: AwaitOptions): Promise<Download[]> {
    const began = performance.now();
    const passed = (): number => performance.now() - began;
    while (found.size === 0 && passed() < beginMs && !signal.aborted)
      await bell.heard(beginMs - passed(), signal);
    isExpecting = false;
    const isRunning = (): boolean => [...found.values()].some(({ state }) => state === "running");
    while (isRunning() && passed() < endMs && !signal.aborted) await bell.heard(endMs - passed(), signal);
    for (const [guid, download] of found) {
      if (download.state !== "running") continue;
      download.state = "late";
      await cancel(guid);
    }
    await Promise.all(endings.splice(0));
    const all = [...found.values()];
    found.clear();
    return all;
  }

  return {
    expect() {
      isExpecting = true;
      found.clear();
      return {
        finish,
        async stop() {
          isExpecting = false;
          await Promise.all([...found.keys()].map(cancel));
          found.clear();
        },
      };
    },
    close: async () => {
      await session.detach().catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}
