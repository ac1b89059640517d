import { expect, it } from "vitest";
import { createGuard } from "../network/create-guard.ts";
import { search } from "./run-web-search.ts";
import { searchProviders } from "./search/search-providers.ts";

const names = searchProviders.flatMap(({ id, presetUrl }) => (presetUrl === undefined ? [] : [id]));

it.each(names)("without a network %s says so, and how else one can search", async (provider) => {
  const guard = createGuard({ resolve: async () => [] });
  for (const [language, said] of [
    ["en", "could not be reached: its host was not found (is there a network?). To search with a key"],
    ["zh-CN", "找不到其主机（请检查网络）。要用密钥搜索"],
  ] as const) {
    const failed = search(
      { query: "tea" },
      {
        language,
        guard,
        env: {},
        secrets: { getKey: async () => ({ status: "found", key: "key-canary", source: "environment" }) },
        settings: async () => ({ provider }),
      },
      new AbortController().signal,
    );
    const { message } = (await failed.catch((error: unknown) => error)) as Error;
    expect(message).toContain(said);
    expect(message).toContain("BRAVE_API_KEY");
    expect(message).not.toContain("canary");
  }
  await guard.close();
});
