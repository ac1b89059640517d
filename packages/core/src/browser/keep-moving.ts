import { setTimeout as delay } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { BrowserFailure, type PageWords } from "./browser-failure.ts";

/** How long a page may be busy before its loading, and then its scripts, are stopped. */
const patienceMs = 5_000;
const stopMs = 500;

export interface MovingOptions {
  words: PageWords;
  signal: AbortSignal;
  /** Made before the page was busy: a new one would wait like everything else. */
  client: CDPSession;
}

/** Undefined where it took longer. What it comes to then is nobody's any more. */
export async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<{ value: T } | undefined> {
  const stop = new AbortController();
  const late = delay(ms, undefined, { signal: AbortSignal.any([stop.signal, signal]) });
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    stop.abort();
    await Promise.allSettled([late]);
    work.catch(() => undefined);
  }
}

/** Gives up an address that does not answer: the page stays what it was. */
export async function stopLoading({
  client,
  signal,
}: Pick<MovingOptions, "client" | "signal">): Promise<void> {
  await within(stopMs, signal, client.send("Page.stopLoading"));
}

/**
 * Resolves when a page reacts. One that is on its way to an address that does not answer, or whose script does not end,
 * never would: it is stopped then.
 */
export async function waitUntilMoving(page: Page, options: MovingOptions): Promise<void> {
  const { words, signal, client } = options;
  const reacts = (): Promise<boolean> =>
    within(patienceMs, signal, page.evaluate("1")).then((one) => one !== undefined);
  if (await reacts()) return;
  await stopLoading(options);
  if (await reacts()) return;
  await within(stopMs, signal, client.send("Runtime.terminateExecution"));
  if (await reacts()) return;
  throw new BrowserFailure(words("browser.stuck"));
}
