import type { IncomingMessage, RequestListener } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCountingServer, type CountingServer } from "../../network/counting-server.fixture.ts";
import { createGuard } from "../../network/create-guard.ts";
import { duckduckgoPage } from "./duckduckgo.fixture.ts";
import { formatResults } from "./format-results.ts";
import { findSearchProvider } from "./search-providers.ts";
import { SearchFailure, type SearchHit, type SearchRequest } from "./search-provider.ts";
import { normalizeDomain, searchWeb } from "./search-web.ts";
import { createInternetWords } from "../words.ts";

let server: CountingServer;
let answer: RequestListener;
let asked: { request: IncomingMessage; body: string }[];
const guard = createGuard({ allow: () => ["127.0.0.1"] });

beforeEach(async () => {
  asked = [];
  server = await startCountingServer({
    answer: (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      request.on("end", () => {
        asked.push({ request, body });
        answer(request, response);
      });
    },
  });
});
afterEach(async () => {
  await guard.close();
  await server.close();
});

async function search(
  id: string,
  reply: unknown,
  options: { status?: number; request?: Partial<SearchRequest> } = {},
): Promise<SearchHit[]> {
  answer = (_, response) =>
    response.writeHead(options.status ?? 200).end(typeof reply === "string" ? reply : JSON.stringify(reply));
  const provider = findSearchProvider(id);
  if (!provider) throw new Error(id);
  const request: SearchRequest = {
    query: "green tea",
    count: 5,
    allowedDomains: [],
    blockedDomains: [],
    language: "en",
    ...options.request,
  };
  const access = { baseUrl: `http://127.0.0.1:${server.port}/`, key: "key-canary" };
  return searchWeb(provider, request, access, { guard, signal: new AbortController().signal });
}

const askedUrl = (): URL => new URL(asked[0]?.request.url ?? "", "http://x");
const askedBody = (): unknown => JSON.parse(asked[0]?.body ?? "");
const header = (name: string): unknown => asked[0]?.request.headers[name];
const hit = (summary: string): SearchHit => ({ title: "Tea", url: "https://tea.example/", summary });

describe("each provider's own format", () => {
  it("brave", async () => {
    const hits = await search("brave", {
      type: "search",
      query: { original: "green tea" },
      web: {
        type: "search",
        results: [
          { title: "Tea", url: "https://tea.example/", description: "A <strong>green</strong> &amp; hot" },
        ],
      },
    });
    expect(hits).toEqual([hit("A green & hot")]);
    expect(askedUrl().pathname).toBe("/res/v1/web/search");
    expect(Object.fromEntries(askedUrl().searchParams)).toEqual({ q: "green tea", count: "5" });
    expect(header("x-subscription-token")).toBe("key-canary");
    expect(await search("brave", { type: "search" })).toEqual([]);
  });

  it("tavily", async () => {
    const hits = await search(
      "tavily",
      { query: "q", results: [{ title: "Tea", url: "https://tea.example/", content: "Green", score: 0.9 }] },
      { request: { allowedDomains: ["tea.example"], blockedDomains: ["coffee.example"] } },
    );
    expect(hits).toEqual([hit("Green")]);
    expect([asked[0]?.request.method, askedUrl().pathname]).toEqual(["POST", "/search"]);
    expect(header("authorization")).toBe("Bearer key-canary");
    expect(askedBody()).toEqual({
      query: "green tea",
      max_results: 5,
      include_domains: ["tea.example"],
      exclude_domains: ["coffee.example"],
    });
  });

  it.each([
    ["google", "google", "num"],
    ["serpapi", "google", "num"],
    ["bing", "bing", "count"],
  ])("%s through SerpAPI", async (id, engine, count) => {
    const hits = await search(id, {
      search_metadata: { status: "Success" },
      organic_results: [{ position: 1, title: "Tea", link: "https://tea.example/", snippet: "Green" }],
    });
    expect(hits).toEqual([hit("Green")]);
    expect(askedUrl().pathname).toBe("/search.json");
    expect(Object.fromEntries(askedUrl().searchParams)).toEqual({
      engine,
      q: "green tea",
      [count]: "5",
      api_key: "key-canary",
    });
    const none = { error: "Google hasn't returned any results for this query." };
    expect(await search(id, none)).toEqual([]);
  });

  it("bocha", async () => {
    const hits = await search(
      "bocha",
      {
        code: 200,
        msg: null,
        data: {
          _type: "SearchResponse",
          webPages: { value: [{ name: "Tea", url: "https://tea.example/", snippet: "绿茶", summary: "…" }] },
        },
      },
      { request: { allowedDomains: ["tea.example", "x.cn"] } },
    );
    expect(hits).toEqual([hit("绿茶")]);
    expect(askedUrl().pathname).toBe("/v1/web-search");
    expect(askedBody()).toEqual({
      query: "green tea",
      count: 5,
      freshness: "noLimit",
      summary: false,
      include: "tea.example|x.cn",
    });
  });

  it("metaso", async () => {
    const hits = await search("metaso", {
      credits: 3,
      total: 1,
      webpages: [{ title: "Tea", link: "https://tea.example/", score: "high", snippet: "绿茶", position: 1 }],
    });
    expect(hits).toEqual([hit("绿茶")]);
    expect(askedUrl().pathname).toBe("/api/v1/search");
    expect(header("authorization")).toBe("Bearer key-canary");
    expect(askedBody()).toMatchObject({ q: "green tea", scope: "webpage", size: 5 });
  });

  it("searxng", async () => {
    const hits = await search(
      "searxng",
      { query: "q", results: [{ url: "https://tea.example/", title: "Tea", content: "Green", engine: "x" }] },
      { request: { blockedDomains: ["coffee.example"] } },
    );
    expect(hits).toEqual([hit("Green")]);
    expect(askedUrl().pathname).toBe("/search");
    expect(Object.fromEntries(askedUrl().searchParams)).toEqual({
      q: "green tea -site:coffee.example",
      format: "json",
    });
    expect(header("authorization")).toBeUndefined();
  });

  it("duckduckgo", async () => {
    const hits = await search("duckduckgo", duckduckgoPage);
    expect(hits).toEqual([
      {
        title: "Green tea & more [Wiki]",
        url: "https://en.wikipedia.org/wiki/Green_tea_(drink)?a=1&b=2",
        summary: 'Green tea is a type of tea made from "leaves".',
      },
      { title: "Plain link", url: "https://tea.example/plain", summary: "Without its own link" },
      { title: "Last one, cut", url: "https://last.example/", summary: "" },
    ]);
    expect(askedUrl().pathname).toBe("/html/");
    expect(asked[0]?.request.headers.cookie).toBeUndefined();
  });
});

describe("hits", () => {
  const results = [
    "https://a.example/1",
    "https://sub.a.example/2",
    "https://nota.example/3",
    "ftp://a.example/4",
  ];
  const reply = { results: results.map((url) => ({ title: "<b>T</b>", url, content: "s" })) };

  it("are held to the hosts that were asked for", async () => {
    const ofA = await search("searxng", reply, { request: { allowedDomains: ["a.example"] } });
    expect(ofA.map(({ url }) => url)).toEqual(results.slice(0, 2));
    expect(askedUrl().searchParams.get("q")).toBe("green tea (site:a.example)");
    const others = await search("searxng", reply, { request: { blockedDomains: ["a.example"] } });
    expect(others.map(({ url }) => url)).toEqual(["https://nota.example/3"]);
    expect(await search("searxng", reply, { request: { count: 1 } })).toHaveLength(1);
  });

  it.each([
    ["*.A.example", "a.example"],
    ["https://www.a.example/path", "a.example"],
    [" a.example ", "a.example"],
    ["a b", undefined],
  ])("know the host %s as %s", (text, domain) => expect(normalizeDomain(text)).toBe(domain));

  it("are numbered links with their summaries", () => {
    const hits = [
      { title: "Tea [green]", url: "https://a.example/x_(y)", summary: "Hot" },
      { title: "B", url: "https://b.example/", summary: "" },
    ];
    expect(formatResults(hits, "q", createInternetWords("zh-CN"))).toBe(
      "搜索结果:\n1. [Tea \\[green\\]](https://a.example/x_%28y%29)\n   Hot\n\n2. [B](https://b.example/)",
    );
    expect(formatResults(hits, "q", createInternetWords("en")).split("\n")[0]).toBe("Search results:");
    expect(formatResults([], "q", createInternetWords("en"))).toBe("No results for: q");
  });
});

describe("a provider that fails", () => {
  const problemOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain("canary");
    return error instanceof SearchFailure ? error.problem : String(error);
  };

  it.each([
    ["brave", 401, {}, "bad-key"],
    ["brave", 429, {}, "limited"],
    ["brave", 500, {}, "status"],
    ["tavily", 432, {}, "limited"],
    ["google", 401, { error: "Invalid API key" }, "bad-key"],
    ["google", 200, { error: "Your account has run out of searches." }, "said"],
    ["bocha", 403, { code: "403", message: "You do not have enough money" }, "bad-key"],
    ["bocha", 200, { code: 400, msg: "Missing parameter query" }, "said"],
    ["metaso", 200, { code: 3003, message: "搜索次数超出限制" }, "said"],
    ["searxng", 403, "Forbidden", "no-json"],
    ["searxng", 200, "<!doctype html><html></html>", "no-json"],
    ["searxng", 200, "{broken", "unreadable"],
    ["tavily", 200, { results: [null, 5, { title: 1, url: 2 }, { url: "javascript:x" }] }, ""],
    ["duckduckgo", 202, "<html></html>", "challenge"],
    ["duckduckgo", 200, "<html><title>Welcome to this hotel</title></html>", "unreadable"],
    ["duckduckgo", 200, '<div class="anomaly-modal__mask">Select all ducks</div>', "challenge"],
    ["duckduckgo", 200, '<div class="no-results">No results.</div>', ""],
  ])("%s with %s %j: %s", async (id, status, reply, problem) => {
    const outcome = search(id, reply, { status });
    if (problem === "") expect(await outcome).toEqual([]);
    else expect(await problemOf(outcome)).toBe(problem);
  });

  it.each(["brave", "tavily", "google", "bing", "bocha", "metaso", "searxng"])(
    "%s with a reply that is none",
    async (id) => {
      for (const reply of ["[]", "null", "5", '"text"', ""])
        expect(await problemOf(search(id, reply))).toBe("unreadable");
    },
  );

  it("is told to be unreachable, and its key is not in the message", async () => {
    await server.close();
    expect(await problemOf(search("google", {}))).toBe("unreachable");
    server = await startCountingServer();
  });

  it("does not get its key sent on to another host", async () => {
    const other = await startCountingServer({ host: "127.0.0.2" });
    const wide = createGuard({ allow: () => ["127.0.0.1", "127.0.0.2"] });
    answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.2:${other.port}/` }).end();
    const provider = findSearchProvider("brave");
    const access = { baseUrl: `http://127.0.0.1:${server.port}`, key: "key-canary" };
    const request = { query: "q", count: 1, allowedDomains: [], blockedDomains: [], language: "en" as const };
    if (provider)
      await searchWeb(provider, request, access, { guard: wide, signal: new AbortController().signal }).catch(
        () => undefined,
      );
    expect(other.requests).toHaveLength(1);
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain("canary");
    await wide.close();
    await other.close();
  });
});
