import { NetworkRefused, type Guard } from "../network/guard.ts";
import { parseTarget } from "../network/parse-target.ts";
import type { Language } from "../protocol/index.ts";
import { ToolFailure, type ToolContext, type ToolResult } from "../tool/define-tool.ts";
import { markOutside } from "../tool/mark-outside.ts";
import { fetchPage, pageSeconds } from "./fetch-page.ts";
import { PageFailure, type Page, type PageElsewhere } from "./page.ts";
import type { PageCache } from "./page-cache.ts";
import { showElsewhere, showPage } from "./show-page.ts";
import { createWording, type Wording } from "./words.ts";

/** Answers a question about a text with a small model; `undefined` where none is set. Throws where it fails. */
export type Summarize = (
  request: { system: string; text: string; prompt: string },
  context: ToolContext,
) => Promise<string | undefined>;

export interface WebFetchParts {
  language: Language;
  /** With the hosts that the person of this session named; closed behind the call. */
  openGuard(context: ToolContext, url: string): Promise<Guard>;
  cache: PageCache;
  summarize?: Summarize;
}

export interface WebFetchInput {
  url: string;
  prompt?: string | undefined;
}

async function getPage(
  target: string,
  parts: WebFetchParts,
  context: ToolContext,
): Promise<Page | PageElsewhere> {
  const url = parseTarget(target);
  url.hash = "";
  const guard = await parts.openGuard(context, url.href);
  try {
    const known = parts.cache.get(url.href);
    if (known) {
      // What was allowed for one session is not for all.
      await guard.check(url);
      return known;
    }
    const page = await fetchPage(url, {
      guard,
      language: parts.language,
      signal: context.signal,
      mayFollow: (next) =>
        context.judge?.({
          tool: "WebFetch",
          effect: "network",
          resources: [{ kind: "url", url: next.href }],
        }) !== "deny",
    });
    if (page.kind === "page") parts.cache.set(url.href, page);
    return page;
  } finally {
    await guard.close();
  }
}

/** A failure of getting a page as a `ToolFailure`; anything else as it is. */
export function explainFetch(error: unknown, language: Language, url = ""): unknown {
  const wording = createWording(language);
  const { words } = wording;
  if (error instanceof NetworkRefused)
    return new ToolFailure(wording.refused(error, "WebFetch"), { cause: error });
  if (!(error instanceof PageFailure)) return error;
  const { reason, host } = error;
  if (reason === "late")
    return new ToolFailure(words("internet.page.late", { host, seconds: pageSeconds }), { cause: error });
  if (reason === "unreachable")
    return new ToolFailure(
      words("internet.page.unreachable", { host, reason: wording.reason(error.cause) }),
      { cause: error },
    );
  const why = words(`internet.page.reason.${reason}`);
  return new ToolFailure(words("internet.page.notConverted", { url: url || host, reason: why }), {
    cause: error,
  });
}

/** What a small model says of the page; a sentence why there is nothing where it failed. */
async function ask(
  page: Page,
  prompt: string,
  parts: WebFetchParts,
  context: ToolContext,
  { words, outside }: Wording,
): Promise<{ answer?: string; failed?: string }> {
  if (page.body.kind !== "text" || page.status >= 400 || !parts.summarize) return {};
  const request = { system: words("internet.small.system"), text: page.body.text, prompt };
  try {
    const answer = await parts.summarize(request, context);
    if (answer === undefined) return {};
    const lead = words("internet.page.answer", { url: page.url, prompt });
    return { answer: `${lead}\n\n${markOutside(answer, page.url, outside)}` };
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return { failed: words("internet.small.failed", { problem }) };
  }
}

/** The work of the WebFetch tool. */
export async function runWebFetch(
  input: WebFetchInput,
  context: ToolContext,
  parts: WebFetchParts,
): Promise<ToolResult> {
  const wording = createWording(parts.language);
  await context.begin();
  try {
    const page = await getPage(input.url, parts, context);
    if (page.kind === "elsewhere") return showElsewhere(page, wording);
    const prompt = input.prompt?.trim() || undefined;
    const { answer, failed } = prompt === undefined ? {} : await ask(page, prompt, parts, context, wording);
    if (answer !== undefined)
      return { content: [{ type: "text", text: answer }], details: { url: page.url, status: page.status } };
    const shown = await showPage(page, prompt, context, wording);
    return failed === undefined
      ? shown
      : { ...shown, content: [{ type: "text", text: failed }, ...shown.content] };
  } catch (error) {
    throw explainFetch(error, parts.language, input.url);
  }
}
