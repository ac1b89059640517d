import type { Guard } from "../network/guard.ts";
import { NetworkRefused } from "../network/guard.ts";
import { isRedirect, redirectTarget } from "../network/next-hop.ts";
import { nameTarget, parseTarget } from "../network/parse-target.ts";
import type { Language } from "../protocol/index.ts";
import { sniff } from "../tool/builtin/text-file.ts";
import { decodePage } from "./decode-page.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { PageFailure, type Page, type PageElsewhere } from "./page.ts";
import { readBody } from "./read-body.ts";

export const pageSeconds = 30;
export const userAgent = "Mozilla/5.0 (compatible; SkillMint/1.0)";
const maxBytes = 10 * 1024 * 1024;
/** Of a page; more of it than this is converted by nobody's patience. */
const maxHtmlChars = 4_000_000;
const maxRedirects = 5;

export interface FetchPageOptions {
  guard: Pick<Guard, "fetch">;
  language: Language;
  signal: AbortSignal;
  /** For the whole page; default `pageSeconds`. */
  timeoutMs?: number;
  /** False for an address that a redirect on the same host must not lead to. */
  mayFollow?: (url: URL) => boolean;
}

/** Whether a redirect stays where a person let the call go: the same host, with or without `www.`. */
function isSameHost(from: URL, to: URL): boolean {
  const bare = (url: URL): string => url.hostname.replace(/^www\./, "");
  return bare(from) === bare(to) && (from.port === to.port || (from.port === "" && to.port === ""));
}

async function open(
  start: URL,
  options: FetchPageOptions,
  signal: AbortSignal,
): Promise<{ response: Response; url: URL } | PageElsewhere> {
  const headers = {
    "user-agent": userAgent,
    accept: "text/html,application/xhtml+xml,text/markdown;q=0.9,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": options.language === "zh-CN" ? "zh-CN,zh;q=0.9,en;q=0.8" : "en,*;q=0.5",
  };
  let url = start;
  for (let followed = 0; ; followed++) {
    const response = await options.guard.fetch(url, { headers, signal, redirects: 0 });
    if (!isRedirect(response)) return { response, url };
    await response.body?.cancel();
    const next = redirectTarget(url, response.headers.get("location") ?? "");
    if (!isSameHost(start, next) || options.mayFollow?.(next) === false)
      return { kind: "elsewhere", url: start.href, next: next.href };
    if (followed === maxRedirects) throw new NetworkRefused("redirects", nameTarget(next));
    url = next;
  }
}

function isHtml(mediaType: string, text: string): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return true;
  // A page that is sent as an image or a file is still one; as source it was meant where it says so.
  const isSource = /^text\/|[/+](?:json|xml|javascript)$/.test(mediaType);
  return !isSource && /^\s*(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html)\b/i.test(text.slice(0, 2_000));
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // No JSON after all: as it came.
    return text;
  }
}

/** What a model can read of the bytes. */
async function readContent(
  bytes: Uint8Array,
  url: URL,
  { contentType, mediaType, isCut }: { contentType: string; mediaType: string; isCut: boolean },
  signal: AbortSignal,
): Promise<Pick<Page, "body" | "title" | "partial">> {
  const kind = sniff(bytes);
  if (kind.kind === "image") return { body: { kind: "image", mediaType: kind.mediaType, data: bytes } };
  if (kind.kind === "pdf") return { body: { kind: "pdf", data: bytes } };
  if (kind.kind === "binary") return { body: { kind: "binary" } };
  const text = decodePage(bytes, contentType, isCut);
  if (isHtml(mediaType, text)) {
    const html = text.slice(0, maxHtmlChars);
    const page = await htmlToMarkdown({ html, base: url.href }, { signal });
    if ("stopped" in page) throw new PageFailure(page.stopped, url.host);
    return {
      body: { kind: "text", text: page.markdown },
      ...(page.title === undefined ? {} : { title: page.title }),
      ...(html.length < text.length ? { partial: "size" } : {}),
    };
  }
  const isJson = /^(?:application\/json|text\/json|[\w.+-]+\/[\w.-]+\+json)$/.test(mediaType);
  return { body: { kind: "text", text: isJson ? indentJson(text) : text } };
}

/**
 * Gets one page. What takes too long or grows too large is cut and marked `partial`. Refused with `NetworkRefused` where
 * the address may not be reached, with `PageFailure` where nothing can be had from it.
 */
export async function fetchPage(
  target: string | URL,
  options: FetchPageOptions,
): Promise<Page | PageElsewhere> {
  const start = parseTarget(target);
  const deadline = AbortSignal.timeout(options.timeoutMs ?? pageSeconds * 1_000);
  const signal = AbortSignal.any([options.signal, deadline]);
  try {
    const opened = await open(start, options, signal);
    if ("kind" in opened) return opened;
    const { response, url } = opened;
    const contentType = response.headers.get("content-type") ?? "";
    const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
    const { bytes, partial } = await readBody(response, maxBytes, signal);
    const type = { contentType, mediaType, isCut: partial !== undefined };
    const content = await readContent(bytes, url, type, options.signal);
    return {
      kind: "page",
      url: url.href,
      status: response.status,
      mediaType,
      bytes: bytes.length,
      ...content,
      ...(partial === undefined ? {} : { partial }),
    };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof NetworkRefused || error instanceof PageFailure) throw error;
    throw new PageFailure(deadline.aborted ? "late" : "unreachable", start.host, error);
  }
}
