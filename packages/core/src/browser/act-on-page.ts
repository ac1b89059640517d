import { setTimeout as delay } from "node:timers/promises";
import type { Page, Request } from "playwright-core";
import { joinLines, type ActionCall, type Shown } from "./action.ts";
import { BrowserFailure, type PageWords } from "./browser-failure.ts";
import type { BrowserSession, DialogAnswer } from "./browser-session.ts";
import { collectDownloads } from "./collect-downloads.ts";
import { stopLoading, waitUntilMoving, within, type MovingOptions } from "./keep-moving.ts";

/** How long a navigation that an action causes may take to begin, and to be ready. */
const graceMs = 150;
const readyMs = 8_000;
const titleMs = 1_000;

export function requirePage(session: BrowserSession, words: PageWords): Page {
  const page = session.page();
  if (!page) throw new BrowserFailure(words(session.takeCrash() ? "browser.pageCrashed" : "browser.noPage"));
  return page;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** What was judged is what is acted on: a page can go elsewhere by itself meanwhile. */
export function checkJudged(
  page: Page,
  { judged, words }: Pick<ActionCall<unknown>, "judged" | "words">,
): void {
  if (!judged) return;
  const url = page.url();
  if (judged.url === undefined || originOf(judged.url) !== originOf(url))
    throw new BrowserFailure(words("browser.moved", { url }));
}

/**
 * Does something to a page and waits for the navigation that it causes, if it causes one. False where that leads
 * nowhere: then the page stays what it was.
 */
async function settle(
  page: Page,
  { signal, client }: Pick<MovingOptions, "signal" | "client">,
  work: () => Promise<void>,
): Promise<boolean> {
  const main = page.mainFrame();
  let began: Request | undefined;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === main) began = request;
  };
  const onNavigated = (frame: unknown): void => {
    if (frame === main && began) arrive();
  };
  const onFailed = (request: Request): void => {
    if (request === began) arrive();
  };
  page.on("request", onRequest);
  page.on("framenavigated", onNavigated);
  page.on("requestfailed", onFailed);
  page.on("close", arrive);
  try {
    await work();
    await delay(graceMs, undefined, { signal });
    if (!began || page.isClosed()) return true;
    if (!(await within(readyMs, signal, arrived))) {
      await stopLoading({ client, signal });
      return false;
    }
    // A page that goes on loading can be acted on nevertheless.
    await page.waitForLoadState("domcontentloaded", { timeout: readyMs, signal }).catch(() => undefined);
    signal.throwIfAborted();
    return true;
  } finally {
    page.off("request", onRequest);
    page.off("framenavigated", onNavigated);
    page.off("requestfailed", onFailed);
    page.off("close", arrive);
  }
}

interface ActingInput {
  accept_dialog?: boolean | undefined;
  dialog_text?: string | undefined;
}

function answerOf({ accept_dialog, dialog_text }: ActingInput): DialogAnswer {
  return { accept: accept_dialog ?? dialog_text !== undefined, text: dialog_text };
}

/** A page as a result names it: where it is now, and what it is called. */
export async function describePage(page: Page | undefined, words: PageWords): Promise<string> {
  if (!page || page.isClosed()) return "";
  const signal = AbortSignal.timeout(titleMs);
  const title = (await within(titleMs, signal, page.title()).catch(() => undefined))?.value ?? "";
  return joinLines(
    words("browser.page", { url: page.url() }),
    title === "" ? undefined : words("browser.pageTitle", { title: title.slice(0, 200) }),
  );
}

/** Everything around an action on the current page: dialogs, downloads, navigation and what is to be told. */
export async function actOnPage<Input extends ActingInput>(
  call: ActionCall<Input>,
  work: (page: Page) => Promise<{ done: string; note?: string | undefined }>,
): Promise<Shown> {
  const { input, context, session, words } = call;
  const page = requirePage(session, words);
  checkJudged(page, call);
  await context.begin();
  const moving = { words, signal: context.signal, client: await session.clientOf(page) };
  await waitUntilMoving(page, moving);
  session.answerDialogs(answerOf(input));
  const before = page.url();
  let result: Awaited<ReturnType<typeof work>> | undefined;
  let hasSettled = true;
  try {
    const downloaded = await collectDownloads(call, async () => {
      hasSettled = await settle(page, moving, async () => {
        result = await work(page);
      });
    });
    const now = session.page();
    const hasMoved = now !== undefined && now.url() !== before;
    return {
      said: joinLines(
        result?.done,
        result?.note,
        hasSettled ? undefined : words("browser.leadsNowhere", { seconds: readyMs / 1_000 }),
        ...downloaded,
        hasMoved ? await describePage(now, words) : undefined,
        ...(await session.takeNews()),
      ),
      details: { url: now?.url() ?? "" },
    };
  } finally {
    session.answerDialogs();
  }
}
