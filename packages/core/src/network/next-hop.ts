import { NetworkRefused, type GuardedRequest } from "./guard.ts";
import { nameTarget, nameText, parseTarget } from "./parse-target.ts";

const redirectStatus = new Set([301, 302, 303, 307, 308]);
/** What may be told to another origin than the one that a request was made for. */
const impersonal = new Set(
  "accept accept-encoding accept-language cache-control content-language content-type if-none-match range user-agent".split(
    " ",
  ),
);

/** What is sent at one step. */
export type Hop = Pick<GuardedRequest, "method" | "headers" | "body"> & { url: URL };

export function isRedirect(response: Pick<Response, "status" | "headers">): boolean {
  return redirectStatus.has(response.status) && response.headers.has("location");
}

/** The address that a redirect names, parsed and judged as far as can be without looking its host up. */
export function redirectTarget(from: URL, location: string): URL {
  if (/[\x00-\x1f\x7f]/.test(location) || !URL.canParse(location, from.href))
    throw new NetworkRefused("not-a-url", nameText(location));
  // As text where it names a host itself, because what `URL` made of it hides how that was written.
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(location);
  const next = parseTarget(isWhole ? location : new URL(location, from));
  if (from.protocol === "https:" && next.protocol === "http:")
    throw new NetworkRefused("redirects", nameTarget(next));
  return next;
}

/** The request that follows a redirect. Refused with `NetworkRefused` where it leads back from https to http. */
export function nextHop(hop: Hop, response: Pick<Response, "status" | "headers">): Hop {
  const url = redirectTarget(hop.url, response.headers.get("location") ?? "");
  url.hash ||= hop.url.hash;
  const method = hop.method?.toUpperCase() ?? "GET";
  const becomesGet =
    (response.status === 303 && method !== "HEAD") ||
    ((response.status === 301 || response.status === 302) && method === "POST");
  const isOwn = url.origin === hop.url.origin;
  const headers = Object.entries(hop.headers ?? {}).filter(
    ([name]) => (isOwn || impersonal.has(name.toLowerCase())) && !(becomesGet && /^content-/i.test(name)),
  );
  return {
    url,
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(headers),
    ...(becomesGet || hop.body === undefined ? {} : { body: hop.body }),
  };
}
