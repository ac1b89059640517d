import { describe, expect, it } from "vitest";
import { createSecrets } from "../../environment/secrets.ts";
import { createTempWorkspace } from "../../testing/temp-workspace.ts";
import { createHome } from "../../environment/home.ts";
import { createWording } from "../words.ts";
import { chooseSearch, SearchSetupFailure, type SearchSettings } from "./choose-search.ts";
import { explainSearch } from "./explain-search.ts";

async function choose(
  settings: SearchSettings,
  env: Record<string, string> = {},
  store?: { provider: string; key: string; baseUrl: string },
) {
  const temp = await createTempWorkspace();
  try {
    const all = { ...temp.env, ...env };
    const home = createHome({ env: all, homedir: temp.home });
    const secrets = createSecrets(home, { env: all });
    if (store) await secrets.setKey(store.provider, store);
    return await chooseSearch(settings, { env: all, secrets });
  } finally {
    await temp.remove();
  }
}

async function refusal(...args: Parameters<typeof choose>): Promise<string> {
  const error = await choose(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SearchSetupFailure);
  const text = explainSearch(error, undefined, createWording("en")) ?? "";
  expect(text).not.toContain("canary");
  return text;
}

describe("who is asked", () => {
  it("is the one that is set", async () => {
    const { provider, access } = await choose(
      { provider: "Tavily" },
      { TAVILY_API_KEY: "t", BRAVE_API_KEY: "b" },
    );
    expect([provider.id, access]).toEqual(["tavily", { baseUrl: "https://api.tavily.com", key: "t" }]);
  });

  it("is the first whose key is there", async () => {
    const { provider } = await choose({}, { METASO_API_KEY: "m", SERPAPI_API_KEY: "s" });
    expect(provider.id).toBe("google");
    const stored = { provider: "bocha", key: "canary", baseUrl: "https://api.bochaai.com" };
    const chosen = await choose({}, {}, stored);
    expect([chosen.provider.id, chosen.access.key]).toEqual(["bocha", "canary"]);
  });

  it("is a SearXNG server whose address is there", async () => {
    const chosen = await choose({}, { SEARXNG_BASE_URL: "http://10.0.0.5:8888" });
    expect([chosen.provider.id, chosen.entered]).toEqual(["searxng", "http://10.0.0.5:8888"]);
  });

  it("is DuckDuckGo where nothing is set up", async () => {
    const { provider, access, entered } = await choose({});
    expect([provider.id, access.baseUrl, entered]).toEqual([
      "duckduckgo",
      "https://html.duckduckgo.com",
      undefined,
    ]);
  });

  it("is at the address that was entered, and gets its key there", async () => {
    const settings = { provider: "brave", baseUrl: "http://127.0.0.1:9/" };
    const chosen = await choose(settings, { BRAVE_API_KEY: "canary" });
    expect(chosen).toMatchObject({
      access: { baseUrl: settings.baseUrl, key: "canary" },
      entered: settings.baseUrl,
    });
  });
});

describe("who cannot be asked", () => {
  it("is told, with what to do", async () => {
    expect(await refusal({ provider: "altavista" })).toContain("brave, tavily, google, bing, bocha");
    expect(await refusal({ provider: "brave" })).toContain("BRAVE_API_KEY");
    expect(await refusal({ provider: "searxng" })).toContain("internet.search.baseUrl");
    const elsewhere = { provider: "brave", key: "canary", baseUrl: "https://other.example" };
    expect(await refusal({ provider: "brave" }, {}, elsewhere)).toContain("another host");
  });
});
