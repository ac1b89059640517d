import type { Frame, Page, Response } from "playwright-core";
import { NetworkRefused } from "../network/guard.ts";
import type { Judgement } from "../tool/define-tool.ts";
import { joinLines, type ActionCall, type Shown } from "./action.ts";
import { describePage } from "./act-on-page.ts";
import { BrowserFailure, isTimeout, plainMessage } from "./browser-failure.ts";
import { collectDownloads } from "./collect-downloads.ts";
import { stopLoading, waitUntilMoving } from "./keep-moving.ts";
import { proxyStatusHeader, readProxyStatus } from "../network/proxy-status.ts";
import { readAddress } from "./read-address.ts";
import type { Refusal } from "./session-guard.ts";
import { takeSnapshot } from "./take-snapshot.ts";

export interface NavigateInput {
  url: string;
  new_tab?: boolean | undefined;
  timeout_ms?: number | undefined;
  downloads?: string | undefined;
}

const defaultMs = 30_000;
const snapshotChars = 12_000;

type Call = ActionCall<NavigateInput>;

function refusedFailure({ wordRefusal }: Call, refusal: Refusal): BrowserFailure {
  return new BrowserFailure(wordRefusal(refusal));
}

/** Told at once and in words, where the page would only say that it could not be opened. */
async function checkAddress(call: Call, url: URL): Promise<void> {
  const { session, context } = call;
  if (url.protocol === "about:") return;
  const isPersons = ["once", "session", "workspace", "always"].includes(context.permission ?? "no");
  const address: Judgement = {
    tool: "browser_navigate",
    effect: "network",
    resources: [{ kind: "url", url: url.href }],
  };
  if (isPersons || context.names?.(address) === true) session.guard.allow(url);
  try {
    await session.guard.check(url);
  } catch (error) {
    if (!(error instanceof NetworkRefused)) throw error;
    const [refusal = { target: error.target, reason: error.reason }] = session.guard.takeRefusals();
    throw refusedFailure(call, refusal);
  }
}

/** What went wrong when an address was opened; `undefined` for what is none the less there. */
function explain(call: Call, url: URL, error: unknown, hasArrived: boolean): BrowserFailure | undefined {
  const { words, session, input } = call;
  const message = plainMessage(error);
  const seconds = (input.timeout_ms ?? defaultMs) / 1_000;
  if (/Download is starting/.test(message)) return undefined;
  if (isTimeout(error))
    return hasArrived ? undefined : new BrowserFailure(words("browser.noAnswer", { url: url.href, seconds }));
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  if (code === undefined) return undefined;
  const at = / at (https?:\S+)/.exec(message)?.[1] ?? url.href;
  if (code.startsWith("ERR_CERT") || code.startsWith("ERR_SSL"))
    return new BrowserFailure(words("browser.certificate", { host: new URL(at).host, code }));
  const [refusal] = session.guard.takeRefusals();
  if (refusal) return refusedFailure(call, refusal);
  return new BrowserFailure(words("browser.unreachable", { url: url.href, code }));
}

interface Visit {
  response?: Response | null;
  isLoading?: boolean;
}

async function visit(call: Call, page: Page, url: URL): Promise<Visit> {
  const { input, context, session } = call;
  let hasArrived = false;
  const onNavigated = (frame: Frame): void => {
    if (frame === page.mainFrame()) hasArrived = true;
  };
  page.on("framenavigated", onNavigated);
  try {
    const response = await page.goto(url.href, {
      waitUntil: "domcontentloaded",
      timeout: input.timeout_ms ?? defaultMs,
      signal: context.signal,
    });
    const refusal = session.guard.wasRefused(page.url());
    const code = readProxyStatus(response?.headers()[proxyStatusHeader]);
    if (!refusal && code === undefined) return { response };
    // What stands there is what the guard answered, not the page.
    await page.goto("about:blank").catch(() => undefined);
    session.guard.takeRefusals();
    throw refusal
      ? refusedFailure(call, refusal)
      : new BrowserFailure(call.words("browser.unreachable", { url: url.href, code: code ?? "" }));
  } catch (error) {
    if (error instanceof BrowserFailure || context.signal.aborted || page.isClosed()) throw error;
    const failure = explain(call, url, error, hasArrived);
    if (isTimeout(error) && !hasArrived)
      await stopLoading({ client: await session.clientOf(page), signal: context.signal });
    if (failure) throw failure;
    if (/Download is starting/.test(plainMessage(error))) return {};
    if (!isTimeout(error)) throw error;
    return { isLoading: true };
  } finally {
    page.off("framenavigated", onNavigated);
  }
}

/** Opens an address in the current tab or in a new one, and shows what is there. */
export async function navigate(call: Call): Promise<Shown> {
  const { input, context, session, words } = call;
  const url = readAddress(input.url);
  if (!url) throw new BrowserFailure(words("browser.badUrl", { url: input.url.slice(0, 200) }));
  await checkAddress(call, url);
  await context.begin();
  session.takeCrash();
  const page = input.new_tab === true ? await session.open() : (session.page() ?? (await session.open()));
  const client = await session.clientOf(page);
  let visited: Visit = {};
  const downloaded = await collectDownloads(call, async () => {
    visited = await visit(call, page, url);
  });
  const status = visited.response?.status() ?? 200;
  const { signal } = context;
  await waitUntilMoving(page, { words, signal, client });
  const shown = await takeSnapshot(page, { words, signal, maxChars: snapshotChars });
  const seconds = (input.timeout_ms ?? defaultMs) / 1_000;
  return {
    said: joinLines(
      words("browser.navigate.done", { url: input.url }),
      status >= 400 ? words("browser.status", { status }) : undefined,
      visited.isLoading ? words("browser.loading", { seconds }) : undefined,
      ...downloaded,
      ...(await session.takeNews()),
    ),
    shown: joinLines(await describePage(page, words), shown),
    source: page.url(),
    details: { url: page.url(), status },
  };
}
