import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHome } from "../environment/home.ts";
import { createSecrets } from "../environment/secrets.ts";
import { explain } from "../protocol/index.ts";
import { createTempWorkspace, type TempWorkspace } from "../testing/index.ts";
import { createModelSource } from "./model-source.ts";
import { createProviderAccess } from "./provider-access.ts";

let temp: TempWorkspace;
let local: Server | undefined;

beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(async () => {
  local?.close();
  local = undefined;
  await temp.remove();
});

function options(more: Record<string, string> = {}) {
  const env = { ...temp.env, ...more };
  const home = createHome({ env, homedir: temp.home });
  return { env, home, secrets: createSecrets(home, { env }), language: "en" as const };
}

async function writeHome(file: string, value: unknown): Promise<void> {
  await mkdir(join(temp.home, ".skillmint"), { recursive: true });
  await writeFile(join(temp.home, ".skillmint", file), JSON.stringify(value));
}

describe("split", () => {
  it("keeps slashes of the model's own name and takes the default where none is named", async () => {
    const access = createProviderAccess(options());
    const named = await access.split("openrouter/anthropic/claude-sonnet-5");
    expect([named.provider.id, named.model]).toEqual(["openrouter", "anthropic/claude-sonnet-5"]);
    expect((await access.split("deepseek/")).model).toBe(
      (await access.split("deepseek")).provider.defaultModel,
    );
    expect((await access.split("ollama")).model).toBeUndefined();
    await expect(access.split("deepsek")).rejects.toMatchObject({
      code: "provider-unknown",
      params: { nearest: expect.stringContaining("deepseek") },
    });
  });

  it("knows the user's own aliases and providers", async () => {
    await writeHome("models.jsonc", {
      providers: { work: { baseUrl: "https://llm.work.example/v1" } },
      models: { fast: { provider: "groq", model: "llama" } },
    });
    const access = createProviderAccess(options());
    expect(await access.split("fast")).toMatchObject({ provider: { id: "groq" }, model: "llama" });
    const { provider } = await access.split("work/x");
    expect(await access.baseUrl(provider)).toMatchObject({ url: "https://llm.work.example/v1" });
  });
});

describe("choose", () => {
  it("goes by flag, configuration, first key, and the demo at last", async () => {
    expect(await createModelSource(options()).choose({})).toMatchObject({
      why: "demo",
      model: "demo/scripted",
    });
    const key = { DEEPSEEK_API_KEY: "sk-1234567890" };
    expect(await createModelSource(options(key)).choose({})).toMatchObject({
      why: "key",
      detail: "DEEPSEEK_API_KEY",
      model: expect.stringMatching(/^deepseek\//),
    });
    await writeHome("config.jsonc", { model: "mistral/large" });
    expect(await createModelSource(options(key)).choose({})).toMatchObject({
      why: "config",
      model: "mistral/large",
    });
    expect(await createModelSource(options(key)).choose({ model: "xai/grok" })).toMatchObject({
      why: "flag",
      model: "xai/grok",
    });
  });

  it("asks a local server what it has", async () => {
    local = createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: [{ id: "qwen3:8b" }] }));
    });
    const listening = local.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as { port: number };
    const source = createModelSource(options({ OLLAMA_BASE_URL: `http://127.0.0.1:${port}/v1` }));
    expect(await source.choose({ model: "ollama" })).toMatchObject({ model: "ollama/qwen3:8b" });
  });
});

describe("create", () => {
  it("gives limits from the catalogue, 4,096 and 128,000 where it knows nothing, and the user's own first", async () => {
    const key = { ANTHROPIC_API_KEY: "sk-1234567890" };
    const known = await createModelSource(options(key)).create({ model: "anthropic/claude-sonnet-5" });
    expect(known.limits.output).toBeGreaterThan(8_000);
    const unknown = await createModelSource(options(key)).create({ model: "anthropic/never-heard-of" });
    expect(unknown.limits).toMatchObject({ context: 128_000, output: 4_096 });
    await writeHome("models.jsonc", {
      models: { "anthropic/never-heard-of": { contextSize: 9_000, maxOutput: 100 } },
    });
    const own = await createModelSource(options(key)).create({ model: "anthropic/never-heard-of" });
    expect(own.limits).toMatchObject({ context: 9_000, output: 100 });
  });

  it("sends a key only where it was entered for", async () => {
    const stored = options();
    await stored.secrets.setKey("anthropic", {
      key: "sk-ant-1234567890",
      baseUrl: "https://api.anthropic.com/v1",
    });
    await expect(createModelSource(stored).create({ model: "anthropic/x" })).resolves.toBeDefined();
    await writeHome("models.jsonc", {
      providers: { custom: { baseUrl: "https://evil.example/v1", package: "@nobody/none" } },
    });
    await expect(createModelSource(options()).create({ model: "custom/x" })).rejects.toMatchObject({
      code: "package-missing",
    });
    await expect(createModelSource(options()).create({ model: "openai/x" })).rejects.toMatchObject({
      code: "key-missing",
    });
  });

  it.each([
    [{ model: "minimax-oai/x" }, /缺少 MiniMax \(OpenAI format\) .*models add minimax-oai --key-stdin$/],
    [{ model: "custom-openai/x" }, /^custom-openai 需要基础地址/],
    [{ model: "openai/x", baseUrl: "ftp://x" }, /^ftp:\/\/x 不是模型的基础地址/],
    [{ model: "custom-openai" }, /^使用 custom-openai 的哪个模型/],
  ])("says what is missing in Chinese: %j", async (wish, text) => {
    const source = createModelSource({ ...options(), language: "zh-CN" });
    const error: unknown = await source
      .choose(wish)
      .then((choice) => source.create(choice))
      .catch((thrown: unknown) => thrown);
    expect(explain(error, "zh-CN")).toMatch(text);
  });

  it("takes a secret of a provider's name for no key of it", async () => {
    const stored = options();
    await stored.secrets.setSecret("openai", "for ${secret:openai}");
    expect(await createModelSource(stored).choose({})).not.toMatchObject({ why: "key" });
  });
});
