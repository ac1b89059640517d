import { addressBelow, withDomains } from "./reply-fields.ts";
import { SearchFailure, type SearchHit, type SearchProvider } from "./search-provider.ts";
import { readHtml, type ElementNode } from "./text-of-html.ts";

function classesOf({ attributes }: ElementNode): string[] {
  return (attributes["class"] ?? "").split(/\s+/);
}

/** The address behind DuckDuckGo's own redirect. */
function unwrap(href: string): string {
  if (!URL.canParse(href, "https://duckduckgo.com/")) return "";
  const url = new URL(href, "https://duckduckgo.com/");
  const isOwn = url.hostname === "duckduckgo.com" || url.hostname.endsWith(".duckduckgo.com");
  return isOwn ? (url.searchParams.get("uddg") ?? "") : url.href;
}

async function read(html: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  let current: SearchHit | undefined;
  let part: "title" | "summary" | undefined;
  /** The element that the part ends with. */
  let holder: ElementNode | undefined;
  let isChallenge = false;
  let isEmpty = false;
  /** How deep below an advertisement this is. */
  let adDepth = 0;
  await readHtml(html, {
    enter(element) {
      const classes = classesOf(element);
      isChallenge ||= classes.some((name) => name.startsWith("anomaly-modal"));
      isEmpty ||= classes.some((name) => name.includes("no-result"));
      if (adDepth > 0 || classes.includes("result--ad")) adDepth++;
      if (adDepth > 0) return;
      if (classes.includes("result__a")) {
        current = { title: "", url: unwrap(element.attributes["href"] ?? ""), summary: "" };
        hits.push(current);
        [part, holder] = ["title", element];
      } else if (classes.includes("result__snippet")) {
        [part, holder] = ["summary", element];
      }
    },
    leave(element) {
      if (adDepth > 0) adDepth--;
      if (element === holder) [part, holder] = [undefined, undefined];
    },
    text(value) {
      if (current && part) current[part] += value;
    },
  });
  // A page of somebody else, such as one to log in to a network with, says nothing of what there is.
  if (hits.length === 0 && !isEmpty) throw new SearchFailure(isChallenge ? "challenge" : "unreadable");
  return hits;
}

export const duckduckgo: SearchProvider = {
  id: "duckduckgo",
  name: "DuckDuckGo",
  presetUrl: "https://html.duckduckgo.com",
  call: (request, { baseUrl }) => ({
    url: addressBelow(baseUrl, "/html/", {
      q: withDomains(request.query, request),
      ...(request.language === "zh-CN" ? { kl: "cn-zh" } : {}),
    }),
    method: "GET",
    headers: { accept: "text/html" },
  }),
  read,
  problems: { 202: "challenge", 403: "challenge", 418: "challenge" },
};
