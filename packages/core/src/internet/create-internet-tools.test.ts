import { describe, expect, it } from "vitest";
import { parseRules } from "../permission/rules.ts";
import { decide } from "../permission/gate.ts";
import { languages } from "../protocol/index.ts";
import { createTestContext } from "../tool/builtin/test-context.ts";
import { createRegistry } from "../tool/registry.ts";
import { createInternetTools } from "./create-internet-tools.ts";

const never = (): never => {
  throw new Error("asked for before a call");
};
const toolsIn = (language: (typeof languages)[number]) =>
  createInternetTools({ language, fetching: never, searching: never });

describe("createInternetTools", () => {
  it.each(languages)("says little in every request in %s", (language) => {
    expect(JSON.stringify(createRegistry(toolsIn(language)).definitions()).length).toBeLessThan(800);
  });

  it("describes what the gate judges: an address as everyone reads it, and a query", async () => {
    const { workspace, context, remove } = await createTestContext();
    const { memory } = context();
    const [webFetch, webSearch] = toolsIn("en");
    expect(await webFetch?.describe({ url: "HTTP://EXAMPLE.com:80/a b" }, workspace, memory)).toEqual({
      title: "WebFetch HTTP://EXAMPLE.com:80/a b",
      resources: [{ kind: "url", url: "http://example.com/a%20b" }],
    });
    expect(await webSearch?.describe({ query: "tea" }, workspace, memory)).toMatchObject({
      resources: [],
      subject: "tea",
    });
    await remove();
  });

  it.each([
    ["default", [], "ask"],
    ["acceptEdits", [], "ask"],
    ["plan", ["WebFetch"], "deny"],
    ["dontAsk", [], "deny"],
    ["default", ["WebFetch(domain:example.com)"], "allow"],
    ["default", ["WebFetch(domain:other.com)"], "ask"],
  ] as const)("is judged as network in mode %s with %j: %s", (mode, allow, verdict) => {
    const request = {
      tool: "WebFetch",
      effect: "network" as const,
      resources: [{ kind: "url" as const, url: "https://example.com/" }],
    };
    expect(decide(mode, parseRules({ allow: [...allow] }), request).verdict).toBe(verdict);
  });

  it("takes the usual other spellings and refuses counts that are too large", () => {
    const webSearch = createRegistry(toolsIn("en")).find("web_search");
    expect(webSearch?.aliases).toMatchObject({ q: "query" });
    expect(webSearch?.input.safeParse({ query: "a", count: 21 }).success).toBe(false);
    expect(webSearch?.input.safeParse({ query: "  " }).success).toBe(false);
  });
});
