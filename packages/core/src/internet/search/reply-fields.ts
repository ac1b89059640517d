import { SearchFailure, type SearchHit } from "./search-provider.ts";

/** A value inside of a parsed reply, `undefined` where the way to it ends. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The object that every provider answers with. */
export function parseReply(text: string): object {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch (error) {
    throw new SearchFailure("unreadable", { cause: error });
  }
  if (typeof reply !== "object" || reply === null || Array.isArray(reply))
    throw new SearchFailure("unreadable");
  return reply;
}

function textAt(item: unknown, names: readonly string[]): string {
  for (const name of names) {
    const value = valueAt(item, name);
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return "";
}

/** Hits of a list whose items call their parts by these names, the first that holds a text counting. */
export function readHits(
  list: unknown,
  names: { title: readonly string[]; url: readonly string[]; summary: readonly string[] },
): SearchHit[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => ({
    title: textAt(item, names.title),
    url: textAt(item, names.url),
    summary: textAt(item, names.summary),
  }));
}

/** Throws what a provider says of a failure, where it does so beside a list that is not there. */
export function requireList(list: unknown, message: unknown): void {
  if (Array.isArray(list)) return;
  if (typeof message === "string" && message.trim() !== "")
    throw new SearchFailure("said", { message: message.trim().slice(0, 200) });
}

/** A query with the hosts that it is to be held to, in the words that search engines have for that. */
export function withDomains(
  query: string,
  domains: { allowedDomains: readonly string[]; blockedDomains: readonly string[] },
): string {
  const allowed = domains.allowedDomains.map((domain) => `site:${domain}`).join(" OR ");
  const blocked = domains.blockedDomains.map((domain) => `-site:${domain}`);
  return [query, ...(allowed === "" ? [] : [`(${allowed})`]), ...blocked].join(" ");
}

/** An address below a base one, whether that ends in a slash or not. */
export function addressBelow(baseUrl: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
