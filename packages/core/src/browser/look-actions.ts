import { setTimeout as delay } from "node:timers/promises";
import { joinLines, type ActionCall, type Shown } from "./action.ts";
import { actOnPage, checkJudged, describePage, requirePage } from "./act-on-page.ts";
import { BrowserFailure, isTimeout, type PageWords } from "./browser-failure.ts";
import type { BrowserSession } from "./browser-session.ts";
import { findElement, hasTarget, type ElementTarget } from "./find-element.ts";
import { waitUntilMoving } from "./keep-moving.ts";
import { takeSnapshot } from "./take-snapshot.ts";

export interface SnapshotInput extends ElementTarget {
  depth?: number | undefined;
}

export interface WaitInput {
  text?: string | undefined;
  gone?: string | undefined;
  selector?: string | undefined;
  seconds?: number | undefined;
}

export interface TabsInput {
  action?: "list" | "select" | "close" | undefined;
  index?: number | undefined;
}

const snapshotChars = 25_000;
const maxHtml = 1_000_000;
const findMs = 3_000;
const waitSeconds = 10;
const backMs = 15_000;

export async function snapshot(call: ActionCall<SnapshotInput>): Promise<Shown> {
  const { input, context, session, words } = call;
  const page = requirePage(session, words);
  checkJudged(page, call);
  await context.begin();
  const { signal } = context;
  await waitUntilMoving(page, { words, signal, client: await session.clientOf(page) });
  const shown = await takeSnapshot(page, {
    words,
    signal,
    maxChars: snapshotChars,
    target: input,
    depth: input.depth,
  });
  const news = joinLines(...(await session.takeNews()));
  return {
    ...(news === "" ? {} : { said: news }),
    shown: joinLines(await describePage(page, words), shown),
    source: page.url(),
    details: { url: page.url() },
  };
}

interface Html {
  text: string;
  total: number;
}

/** Runs in the page, of which nobody carries over more than is kept. */
function readHtml(node: unknown, most: number): Html {
  interface Element {
    outerHTML: string;
  }
  const { documentElement, doctype, outerHTML } = node as Element & {
    documentElement?: Element;
    doctype?: { name: string } | null;
  };
  const start = doctype ? `<!DOCTYPE ${doctype.name}>` : "";
  const text = start + (documentElement ? documentElement.outerHTML : outerHTML);
  return { text: text.slice(0, most), total: text.length };
}

export async function content(call: ActionCall<ElementTarget>): Promise<Shown> {
  const { input, context, session, words } = call;
  const page = requirePage(session, words);
  checkJudged(page, call);
  await context.begin();
  const { signal } = context;
  await waitUntilMoving(page, { words, signal, client: await session.clientOf(page) });
  const part = hasTarget(input)
    ? await findElement(page, input, { words, signal, timeoutMs: findMs })
    : undefined;
  const html = await (part
    ? part.locator.evaluate(readHtml, maxHtml, { timeout: findMs })
    : page.evaluate<Html>(`(${String(readHtml)})(document, ${maxHtml})`));
  const note = words("browser.content.cut", { total: html.total, shown: html.text.length });
  return {
    shown: joinLines(html.text, html.text.length < html.total ? note : undefined),
    source: page.url(),
    details: { url: page.url() },
  };
}

function wordWaited({ text, gone, selector, seconds = waitSeconds }: WaitInput, words: PageWords): string {
  if (text !== undefined) return JSON.stringify(text);
  if (gone !== undefined) return words("browser.wait.gone.done", { text: JSON.stringify(gone) });
  return selector ?? words("browser.wait.seconds.done", { seconds });
}

export async function wait(call: ActionCall<WaitInput>): Promise<Shown> {
  const { input, context, session, words } = call;
  const { text, gone, selector, seconds } = input;
  if (text === undefined && gone === undefined && selector === undefined && seconds === undefined)
    throw new BrowserFailure(words("browser.wait.what"));
  const page = requirePage(session, words);
  checkJudged(page, call);
  await context.begin();
  const { signal } = context;
  await waitUntilMoving(page, { words, signal, client: await session.clientOf(page) });
  const timeout = (seconds ?? waitSeconds) * 1_000;
  const what = wordWaited(input, words);
  try {
    if (text !== undefined) await page.getByText(text).first().waitFor({ state: "visible", timeout, signal });
    else if (gone !== undefined)
      await page.getByText(gone).first().waitFor({ state: "hidden", timeout, signal });
    else if (selector !== undefined)
      await findElement(page, { selector }, { words, signal, timeoutMs: timeout });
    else await delay(timeout, undefined, { signal });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new BrowserFailure(words("browser.wait.late", { what, seconds: timeout / 1_000 }), {
      cause: error,
    });
  }
  return {
    said: joinLines(words("browser.wait.done", { what }), ...(await session.takeNews())),
    details: { url: page.url() },
  };
}

async function listTabs(session: BrowserSession, words: PageWords): Promise<string> {
  const lines = session.tabs().map(async (page, at) => {
    const title = (await page.title().catch(() => "")).slice(0, 100);
    const mark = page === session.page() ? ` ${words("browser.tabs.current")}` : "";
    return `${at + 1}. ${page.url()}${title === "" ? "" : ` ${JSON.stringify(title)}`}${mark}`;
  });
  return lines.length === 0 ? words("browser.tabs.empty") : (await Promise.all(lines)).join("\n");
}

export async function tabs({ input, context, session, words }: ActionCall<TabsInput>): Promise<Shown> {
  const { action = "list", index } = input;
  await context.begin();
  if (action !== "list") {
    const page = session.tabs()[(index ?? 0) - 1];
    if (!page) {
      const list = await listTabs(session, words);
      throw new BrowserFailure(words("browser.tabs.none", { index: index ?? 0, tabs: list }));
    }
    if (action === "select") {
      session.select(page);
      await page.bringToFront();
    } else {
      await page.close({ runBeforeUnload: false });
    }
  }
  const news = joinLines(...(await session.takeNews()));
  return {
    ...(news === "" ? {} : { said: news }),
    shown: await listTabs(session, words),
    source: session.page()?.url() ?? "",
    details: { url: session.page()?.url() ?? "" },
  };
}

export function back(call: ActionCall<Record<string, never>>): Promise<Shown> {
  const { context, words } = call;
  return actOnPage(call, async (page) => {
    const before = page.url();
    const response = await page.goBack({
      waitUntil: "domcontentloaded",
      timeout: backMs,
      signal: context.signal,
    });
    if (!response && page.url() === before) throw new BrowserFailure(words("browser.back.none"));
    return { done: words("browser.back.done", { url: page.url() }) };
  });
}
