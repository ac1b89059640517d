import type { Guard } from "../../network/guard.ts";
import { NetworkRefused } from "../../network/guard.ts";
import { userAgent } from "../fetch-page.ts";
import { readBody } from "../read-body.ts";
import {
  SearchFailure,
  type SearchAccess,
  type SearchHit,
  type SearchProblem,
  type SearchProvider,
  type SearchRequest,
} from "./search-provider.ts";
import { textOfHtml } from "./text-of-html.ts";

const timeoutMs = 20_000;
const maxReplyBytes = 4 * 1024 * 1024;
const maxSummaryChars = 600;
const maxTitleChars = 200;

const usualProblems: Readonly<Record<number, SearchProblem>> = {
  401: "bad-key",
  402: "limited",
  403: "bad-key",
  429: "limited",
};

function isWithin(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** Hits that name a web page and fit what was asked for, each page once. */
async function tidy(hits: readonly SearchHit[], request: SearchRequest): Promise<SearchHit[]> {
  const kept = new Map<string, SearchHit>();
  for (const hit of hits) {
    if (kept.size === request.count) break;
    if (!URL.canParse(hit.url) || !/^https?:/i.test(hit.url)) continue;
    const url = new URL(hit.url);
    const { allowedDomains, blockedDomains } = request;
    if (allowedDomains.length > 0 && !isWithin(url.hostname, allowedDomains)) continue;
    if (isWithin(url.hostname, blockedDomains) || kept.has(url.href)) continue;
    const title = (await textOfHtml(hit.title)).slice(0, maxTitleChars);
    const summary = (await textOfHtml(hit.summary)).slice(0, maxSummaryChars);
    kept.set(url.href, { title: title || url.hostname, url: url.href, summary });
  }
  return [...kept.values()];
}

/** A host as it is compared: without scheme, path, `*.` and `www.`. */
export function normalizeDomain(text: string): string | undefined {
  const written = text.trim().replace(/^\*\./, "");
  const url = /^https?:\/\//i.test(written) ? written : `https://${written}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : undefined;
}

/** Asks one provider. Failures are `SearchFailure`, or `NetworkRefused` where it may not be reached; no key is in them. */
export async function searchWeb(
  provider: SearchProvider,
  request: SearchRequest,
  access: SearchAccess,
  options: { guard: Pick<Guard, "fetch">; signal: AbortSignal },
): Promise<SearchHit[]> {
  const { url, headers, ...call } = provider.call(request, access);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  let text: string;
  let status: number;
  try {
    const response = await options.guard.fetch(url, {
      ...call,
      headers: { "user-agent": userAgent, ...headers },
      signal,
      redirects: 2,
    });
    ({ status } = response);
    const { bytes, partial } = await readBody(response, maxReplyBytes, signal);
    if (partial !== undefined) throw new SearchFailure("unreadable", { status });
    text = new TextDecoder().decode(bytes);
  } catch (error) {
    options.signal.throwIfAborted();
    // A name that nobody knows is what having no network looks like.
    const isRefused = error instanceof NetworkRefused && error.reason !== "dns";
    if (isRefused || error instanceof SearchFailure) throw error;
    throw new SearchFailure("unreachable", { cause: error });
  }
  const problem = provider.problems?.[status] ?? usualProblems[status];
  if (problem !== undefined) throw new SearchFailure(problem, { status });
  if (status >= 400) throw new SearchFailure("status", { status });
  return tidy(await provider.read(text, status), request);
}
