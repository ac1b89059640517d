import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { loadModelsFile, removeProvider, setProvider } from "./models-file.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

const example = `{
  // our gateway
  "providers": {
    "gateway": { "baseUrl": "https://\${GATEWAY}/v1", "wire": "openai-chat", "headers": { "x-team": "a" } }, // inside
  },
  "models": {
    "fast": { "provider": "gateway", "model": "small", "contextSize": 32000 },
    "gateway/large": { "price": { "input": 1, "output": 2.5 } },
  },
}
`;

describe("loadModelsFile", () => {
  it("reads providers, aliases and models", async () => {
    await using temporary = await temporaryHome({ models: example });
    const { providers, models, diagnostics } = await loadModelsFile(temporary.home);
    expect(providers["gateway"]).toMatchObject({ wire: "openai-chat", headers: { "x-team": "a" } });
    expect(models["fast"]).toEqual({ provider: "gateway", model: "small", contextSize: 32_000 });
    expect(models["gateway/large"]?.price).toEqual({ input: 1, output: 2.5 });
    expect(diagnostics).toEqual([]);
  });

  it("takes no file as nothing set", async () => {
    await using temporary = await temporaryHome();
    expect(await loadModelsFile(temporary.home)).toEqual({ providers: {}, models: {}, diagnostics: [] });
  });

  it.each([
    [
      '{ "providers": { "x": { "baseUrl": "ftp://a" } } }',
      36,
      "providers.x.baseUrl: expected an address that starts with http:// or https://, without a user name or password",
    ],
    [
      '{ "providers": { "x": { "wire": "openai" } } }',
      33,
      "providers.x.wire: expected one of anthropic, openai-chat, openai-responses",
    ],
    [
      '{ "models": { "fast": { "model": "m" } } }',
      23,
      "models.fast: expected provider and model (an alias without a slash needs both)",
    ],
    [
      '{ "models": { "a/b": { "contextSize": "big" } } }',
      39,
      "models.a/b.contextSize: expected a whole number of at least 1",
    ],
    [
      '{ "models": { "a/b": { "price": { "input": -1 } } } }',
      44,
      "models.a/b.price.input: expected a number of at least 0",
    ],
  ])("points into %s", async (text, column, message) => {
    await using temporary = await temporaryHome({ models: text });
    const file = temporary.home.models;
    await expect(loadModelsFile(temporary.home)).rejects.toMatchObject({
      params: { file, line: 1, column, message },
    });
  });
});

describe("writing", () => {
  it("adds, changes and removes a provider and keeps what people wrote", async () => {
    await using temporary = await temporaryHome({ models: example });
    const { home } = temporary;
    await setProvider(home, "local", { baseUrl: "http://127.0.0.1:1234/v1", wire: "openai-chat" });
    await setProvider(home, "gateway", { wire: "anthropic", headers: undefined });
    const { providers } = await loadModelsFile(home);
    expect(providers["local"]).toEqual({ baseUrl: "http://127.0.0.1:1234/v1", wire: "openai-chat" });
    expect(providers["gateway"]).toEqual({ baseUrl: "https://${GATEWAY}/v1", wire: "anthropic" });
    expect(await readFile(home.models, "utf8")).toMatch(/\/\/ our gateway[^]*\/\/ inside/);
    expect(await removeProvider(home, "local")).toBe(true);
    expect(await removeProvider(home, "local")).toBe(false);
    expect(Object.keys((await loadModelsFile(home)).providers)).toEqual(["gateway"]);
  });

  it.each([
    ["a/b", {}],
    ["x", { baseUrl: "nowhere" }],
    ["x", { baseUrl: "https://user:password@host/v1" }],
    ["x", { wire: "openai" }],
  ])("refuses %j %j and writes nothing", async (id, fields) => {
    await using temporary = await temporaryHome({ models: example });
    await expect(setProvider(temporary.home, id, fields)).rejects.toMatchObject({ code: "usage" });
    expect(await readFile(temporary.home.models, "utf8")).toBe(example);
  });
});
