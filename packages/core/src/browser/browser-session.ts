import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Dialog, Page } from "playwright-core";
import { createGuardedProxy } from "../network/guarded-proxy.ts";
import type { Guard } from "../network/guard.ts";
import type { PageWords } from "./browser-failure.ts";
import { openDownloads, type Downloads } from "./downloads.ts";
import { createPageNews, type PageNews } from "./page-news.ts";
import { createSessionGuard, type SessionGuard } from "./session-guard.ts";
import type { SharedBrowser } from "./shared-browser.ts";
import type { WordRefusal } from "./word-refusal.ts";

/** How a dialog that the page opens is answered. */
export interface DialogAnswer {
  accept: boolean;
  text?: string | undefined;
}

/** The browser of one session: its tabs, and cookies of its own. */
export interface BrowserSession {
  /** The tab that calls act on. */
  page(): Page | undefined;
  tabs(): readonly Page[];
  select(page: Page): void;
  /** A new tab, the current one from now on. */
  open(): Promise<Page>;
  /** Speaks with a tab, also where that is busy. */
  clientOf(page: Page): Promise<CDPSession>;
  guard: SessionGuard;
  news: Pick<PageNews, "add">;
  /** What happened that no result told yet. */
  takeNews(): Promise<string[]>;
  /** `undefined` before the first tab. */
  downloads(): Promise<Downloads> | undefined;
  /** Until it is called again; without an answer dialogs are dismissed. */
  answerDialogs(answer?: DialogAnswer): void;
  /** False when the browser has ended or the session was closed. */
  isAlive(): boolean;
  /** Whether the current tab crashed since this was last asked. */
  takeCrash(): boolean;
  close(): Promise<void>;
}

export interface SessionOptions {
  browser: SharedBrowser;
  guard: Pick<Guard, "check" | "allowing">;
  words: PageWords;
  wordRefusal: WordRefusal;
  locale: string;
  maxDownloadBytes: number;
}

const maxTabs = 20;
const viewport = { width: 1280, height: 800 };
const defaultMs = 10_000;
const tabMs = 2_000;

async function openContext(options: SessionOptions, guard: SessionGuard) {
  const lease = await options.browser.lease();
  const proxy = await createGuardedProxy(guard);
  try {
    const context = await lease.browser.newContext({
      viewport,
      locale: options.locale,
      serviceWorkers: "block",
      acceptDownloads: true,
      proxy: {
        server: proxy.url,
        username: proxy.username,
        password: proxy.password,
        bypass: "<-loopback>",
      },
    });
    context.setDefaultTimeout(defaultMs);
    return { lease, proxy, context };
  } catch (error) {
    await Promise.allSettled([proxy.close(), lease.release()]);
    throw error;
  }
}

export async function openBrowserSession(options: SessionOptions): Promise<BrowserSession> {
  const { words, wordRefusal } = options;
  const guard = createSessionGuard(options.guard);
  const news = createPageNews();
  const { lease, proxy, context } = await openContext(options, guard);
  const pages: Page[] = [];
  let current: Page | undefined;
  let alive = true;
  let hasCrashed = false;
  let answer: DialogAnswer = { accept: false };
  const untold = new Set<Page>();
  const clients = new WeakMap<Page, Promise<CDPSession>>();
  let downloads: Promise<Downloads> | undefined;

  async function answerDialog(dialog: Dialog): Promise<void> {
    const kind = dialog.type();
    const accept = kind === "beforeunload" || answer.accept;
    if (kind !== "beforeunload")
      news.add(
        words("browser.news.dialog", {
          kind,
          message: dialog.message(),
          answer: words(accept ? "browser.news.accepted" : "browser.news.dismissed"),
        }),
      );
    // The page that opened it may be gone.
    await (accept ? dialog.accept(answer.text) : dialog.dismiss()).catch(() => undefined);
  }

  function clientOf(page: Page): Promise<CDPSession> {
    const client = clients.get(page) ?? context.newCDPSession(page);
    clients.set(page, client);
    // Of a page that is gone already: whoever asks is told.
    client.catch(() => undefined);
    return client;
  }

  function forget(page: Page): void {
    const at = pages.indexOf(page);
    if (at === -1) return;
    pages.splice(at, 1);
    if (current === page) current = pages.at(Math.max(0, at - 1));
  }

  function watch(page: Page): void {
    pages.push(page);
    void clientOf(page);
    page.on("dialog", (dialog) => void answerDialog(dialog));
    page.on("filechooser", () => news.add(words("browser.news.chooser")));
    page.on("close", () => {
      if (current === page && alive && pages.length > 1) news.add(words("browser.news.tabClosed"));
      forget(page);
    });
    page.on("crash", () => {
      if (current === page) hasCrashed = true;
      forget(page);
      void page.close().catch(() => undefined);
    });
  }

  // Every tab comes this way first, also one that `open` makes.
  context.on("page", (page) => {
    if (pages.length >= maxTabs) {
      news.add(words("browser.news.tooManyTabs", { most: maxTabs }));
      void page.close().catch(() => undefined);
      return;
    }
    watch(page);
    untold.add(page);
  });

  async function takeNews(): Promise<string[]> {
    for (const page of untold) {
      untold.delete(page);
      // Its address is known once it has begun to load.
      await page.waitForLoadState("domcontentloaded", { timeout: tabMs }).catch(() => undefined);
      const at = pages.indexOf(page);
      if (at !== -1) news.add(words("browser.news.tab", { index: at + 1, url: page.url() }));
    }
    for (const refusal of guard.takeRefusals())
      news.add(words("browser.news.refused", { why: wordRefusal(refusal) }));
    return news.take();
  }

  const onDisconnected = (): void => {
    alive = false;
  };
  lease.browser.on("disconnected", onDisconnected);

  async function close(): Promise<void> {
    alive = false;
    lease.browser.off("disconnected", onDisconnected);
    const opened = await Promise.resolve(downloads).catch(() => undefined);
    await Promise.allSettled([opened?.close(), context.close()]);
    await Promise.allSettled([proxy.close(), lease.release()]);
  }

  async function open(): Promise<Page> {
    const page = await context.newPage();
    untold.delete(page);
    current = page;
    // What the first tab may download is settled before it goes anywhere.
    await (downloads ??= startDownloads(context, page));
    return page;
  }

  function startDownloads(of: BrowserContext, page: Page): Promise<Downloads> {
    return openDownloads({
      browser: lease.browser,
      context: of,
      page,
      folder: join(lease.folder, `downloads-${randomBytes(6).toString("hex")}`),
      maxBytes: options.maxDownloadBytes,
      onRefused: (name) => news.add(words("browser.news.downloadRefused", { name })),
    });
  }

  return {
    page: () => current,
    tabs: () => pages,
    select: (page) => {
      current = page;
    },
    open,
    clientOf,
    guard,
    news,
    takeNews,
    downloads: () => downloads,
    answerDialogs: (next = { accept: false }) => {
      answer = next;
    },
    isAlive: () => alive && lease.browser.isConnected(),
    takeCrash: () => {
      const crashed = hasCrashed;
      hasCrashed = false;
      return crashed;
    },
    close,
  };
}
