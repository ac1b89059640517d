import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { loadCatalog, lookupModel } from "./catalog.ts";
import { findProvider, isProviderId, keyVariableOf, normaliseBaseUrl, providers } from "./providers.ts";

function caught(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the provider table", () => {
  it("has unique ids and well-formed rows", () => {
    expect(new Set(providers.map((provider) => provider.id)).size).toBe(providers.length);
    for (const { id, baseUrl, wire, keyVariables, baseUrlVariable } of providers) {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(keyVariables[0]).toBe(`${id.toUpperCase().replaceAll("-", "_")}_API_KEY`);
      expect(baseUrlVariable).toBe(`${id.toUpperCase().replaceAll("-", "_")}_BASE_URL`);
      if (baseUrl !== undefined) expect(normaliseBaseUrl(wire, baseUrl)).toBe(baseUrl);
    }
  });

  it("asks only providers of this machine over plain http", () => {
    for (const { local, baseUrl } of providers) {
      if (baseUrl !== undefined) expect(baseUrl.startsWith("http://127.0.0.1:")).toBe(local === true);
    }
  });

  it("names default models that the catalogue knows", async () => {
    const catalog = await loadCatalog();
    const listed = providers.filter((provider) => provider.catalogId !== undefined);
    expect(listed.length).toBeGreaterThan(10);
    for (const provider of listed) {
      const model = provider.defaultModel ?? "";
      const known = lookupModel(catalog, provider, model);
      expect(known?.price, `${provider.id}/${model}`).toBeDefined();
    }
  });
});

describe("findProvider", () => {
  it("names the nearest for an unknown one", () => {
    const error = caught(() => findProvider("antropic"));
    expect(SkillmintError.is(error) && error.code).toBe("provider-unknown");
    expect(SkillmintError.is(error) && String(error.params["nearest"]).split(", ")[0]).toBe("anthropic");
  });

  it("knows nothing of inherited names", () => {
    expect(isProviderId("constructor")).toBe(false);
    expect(isProviderId("openai")).toBe(true);
  });
});

describe("keyVariableOf", () => {
  it("takes the provider's own variable before its aliases, and no blank one", () => {
    const gemini = findProvider("gemini");
    expect(keyVariableOf(gemini, { GOOGLE_API_KEY: "b", GEMINI_API_KEY: "a" })).toBe("GEMINI_API_KEY");
    expect(keyVariableOf(gemini, { GOOGLE_API_KEY: "b", GEMINI_API_KEY: " " })).toBe("GOOGLE_API_KEY");
    expect(keyVariableOf(gemini, {})).toBeUndefined();
  });
});

describe("normaliseBaseUrl", () => {
  it.each([
    ["openai-chat", "http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"],
    ["openai-chat", "https://host/api/v3/", "https://host/api/v3"],
    ["openai-chat", "https://host/v1/chat/completions", "https://host/v1"],
    ["anthropic", "https://api.anthropic.com", "https://api.anthropic.com/v1"],
    ["anthropic", "https://host/anthropic", "https://host/anthropic/v1"],
    ["anthropic", "https://host/anthropic/v1/messages", "https://host/anthropic/v1"],
    ["openai-responses", " https://host/v1/ ", "https://host/v1"],
  ] as const)("%s %s", (wire, given, expected) => {
    expect(normaliseBaseUrl(wire, given)).toBe(expected);
  });

  it.each(["", "api.host/v1", "file:///etc", "https://user:key@host/v1"])("refuses %j", (given) => {
    expect(normaliseBaseUrl("openai-chat", given)).toBeUndefined();
  });
});
