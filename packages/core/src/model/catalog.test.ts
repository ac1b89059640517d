import { describe, expect, it } from "vitest";
import { describeModel, loadCatalog, lookupModel, modelNames, type Catalog } from "./catalog.ts";
import { findProvider } from "./providers.ts";

const openai = findProvider("openai");
const catalog: Catalog = {
  source: "test",
  license: "MIT",
  providers: {
    openai: {
      "gpt-5": [400_000, 128_000, 1, 1, 1.25, 10, 0.125, 0],
      "gpt-5-mini": [300_000, 64_000, 1, 1, 0.25, 2, 0.025, 0],
      "text-only": [8_000, 2_000, 0, 0],
      tiered: [1_000_000, 1_000, 0, 0, 2, 6, 0.5, 0, 200_000, 4, 12, 1, 0],
    },
  },
};

describe("lookupModel", () => {
  it("finds exact names with limits and price, an unstated cache price left out", () => {
    expect(lookupModel(catalog, openai, "gpt-5")).toEqual({
      limits: { context: 400_000, output: 128_000, images: true },
      reasoning: true,
      price: { input: 1.25, output: 10, cacheRead: 0.125 },
    });
  });

  it("finds a dated name under the longest name it continues", () => {
    expect(lookupModel(catalog, openai, "gpt-5-mini-2025-08-07")?.price?.input).toBe(0.25);
    expect(lookupModel(catalog, openai, "gpt-5@20250807")?.price?.input).toBe(1.25);
  });

  it("takes the limits but not the price of a name that only begins the same", () => {
    const known = lookupModel(catalog, openai, "gpt-5-ultra");
    expect(known?.limits.context).toBe(400_000);
    expect(known?.price).toBeUndefined();
  });

  it("does not match inside a word", () => {
    expect(lookupModel(catalog, openai, "gpt-55")).toBeUndefined();
    expect(lookupModel(catalog, openai, "gpt")).toBeUndefined();
    expect(lookupModel(catalog, openai, "constructor")).toBeUndefined();
  });

  it("knows nothing of providers without a list", () => {
    expect(lookupModel(catalog, findProvider("ollama"), "gpt-5")).toBeUndefined();
  });

  it("reads the rates of long requests", () => {
    expect(lookupModel(catalog, openai, "tiered")?.price).toEqual({
      input: 2,
      output: 6,
      cacheRead: 0.5,
      long: { above: 200_000, input: 4, output: 12, cacheRead: 1 },
    });
  });
});

describe("describeModel", () => {
  it("assumes modest limits and no price of a model nobody knows", () => {
    expect(describeModel(catalog, openai, "brand-new")).toEqual({
      limits: { context: 128_000, output: 4_096, images: true },
      reasoning: false,
    });
  });

  it("lets the user's own word win, field by field", () => {
    const known = describeModel(catalog, openai, "text-only", {
      contextSize: 9_000,
      price: { input: 1, output: 2 },
    });
    expect(known).toEqual({
      limits: { context: 9_000, output: 2_000, images: false },
      reasoning: false,
      price: { input: 1, output: 2 },
    });
  });
});

describe("the catalogue file", () => {
  it("has sane rows of every provider that refers to it", async () => {
    const loaded = await loadCatalog();
    expect(loaded.license).toBe("MIT");
    for (const id of ["openai", "anthropic", "qwen-cn", "moonshot", "gemini", "openrouter", "zhipu"]) {
      expect(modelNames(loaded, findProvider(id)).length, id).toBeGreaterThan(2);
    }
    for (const rows of Object.values(loaded.providers)) {
      for (const [name, row] of Object.entries(rows)) {
        expect([4, 8, 13], name).toContain(row.length);
        expect(row[0], name).toBeGreaterThan(0);
        expect(Math.min(...row), name).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it("prices a current model as its vendor does", async () => {
    const sonnet = lookupModel(await loadCatalog(), findProvider("anthropic"), "claude-sonnet-4-5-20250929");
    expect(sonnet?.price).toEqual({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 });
  });
});
