import { describe, expect, it } from "vitest";
import { createAiSdkModel, loadAiSdkModel } from "./ai-sdk-bridge.ts";
import { buildAiSdkPrompt } from "./ai-sdk-prompt.ts";
import { createConversation, pixelBase64 } from "./conversation.fixture.ts";
import { canaryKey, collect, hello, joinDeltas, limits, outcome } from "./wire.fixture.ts";

type Asked = Record<string, unknown> & { abortSignal: AbortSignal };

/** A language model as provider packages make them. */
function createFake(
  parts: unknown[],
  specificationVersion = "v3",
  onAsked: (options: Asked) => void = () => {},
) {
  return {
    specificationVersion,
    provider: "fake",
    modelId: "m",
    async doStream(options: Asked) {
      onAsked(options);
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            if (!parts.includes("hang")) controller.close();
          },
        }),
      };
    },
  };
}

const bridge = (fake: unknown, more = {}) =>
  createAiSdkModel({ id: "fake/m", limits, load: async () => fake, ...more });
const usageV3 = {
  inputTokens: { total: 12, noCache: 2, cacheRead: 9, cacheWrite: 1 },
  outputTokens: { total: 7, text: 4, reasoning: 3 },
};

describe("createAiSdkModel", () => {
  it("reads the parts of a stream", async () => {
    const signature = { anthropic: { signature: "s" } };
    const parts = [
      { type: "stream-start", warnings: [] },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "hm" },
      { type: "reasoning-end", id: "r", providerMetadata: signature },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "好" },
      { type: "text-delta", id: "t", delta: "的" },
      { type: "text-end", id: "t" },
      { type: "tool-input-start", id: "c1", toolName: "Read" },
      { type: "tool-input-delta", id: "c1", delta: '{"path":' },
      { type: "tool-input-delta", id: "c1", delta: '"a"}' },
      { type: "tool-input-end", id: "c1" },
      { type: "tool-call", toolCallId: "c1", toolName: "Read", input: '{"path":"a"}' },
      {
        type: "tool-call",
        toolCallId: "c2",
        toolName: "LS",
        input: "[]",
        providerMetadata: { google: { x: 1 } },
      },
      { type: "tool-call", toolCallId: "c3", toolName: "search", input: "{}", providerExecuted: true },
      { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_use" }, usage: usageV3 },
    ];
    const events = joinDeltas(await collect(bridge(createFake(parts), { price: () => 0.5 })));
    expect(events).toEqual([
      { type: "reasoning", delta: "hm" },
      { type: "text", delta: "好的" },
      { type: "call", index: 0, name: "Read", delta: '{"path":"a"}' },
      { type: "call", index: 1, name: "LS", delta: "[]" },
      {
        type: "finished",
        stop: "calls",
        usage: { input: 12, output: 7, cacheRead: 9, cacheWrite: 1, reasoning: 3, cost: 0.5 },
        content: [
          { type: "reasoning", text: "hm", opaque: { providerOptions: signature } },
          { type: "text", text: "好的" },
          { type: "call", name: "Read", input: { path: "a" } },
          {
            type: "call",
            name: "LS",
            input: {},
            defect: { kind: "not-an-object", raw: "[]" },
            opaque: { providerOptions: { google: { x: 1 } } },
          },
        ],
      },
    ]);
  });

  it("reads the counts and reasons of the second generation", async () => {
    const parts = [
      { type: "text-delta", id: "t", delta: "x" },
      {
        type: "finish",
        finishReason: "length",
        usage: { inputTokens: 5, outputTokens: 2, cachedInputTokens: 4, reasoningTokens: 1 },
      },
    ];
    expect(outcome(await collect(bridge(createFake(parts, "v2"))))).toMatchObject({
      stop: "length",
      usage: { input: 5, output: 2, cacheRead: 4, reasoning: 1 },
    });
  });

  it("asks with tools, limits and a signal", async () => {
    let asked: Asked | undefined;
    const fake = createFake(
      [
        { type: "text-delta", delta: "x" },
        { type: "finish", finishReason: "stop" },
      ],
      "v3",
      (options) => {
        asked = options;
      },
    );
    await collect(bridge(fake), createConversation({ reasoning: {} }));
    expect(asked).toMatchObject({
      maxOutputTokens: 1_000,
      temperature: 1.5,
      toolChoice: { type: "auto" },
      tools: [{ type: "function", name: "Read", description: "Reads a file" }],
    });
    expect(asked?.abortSignal).toBeInstanceOf(AbortSignal);
  });

  const apiError = Object.assign(new Error(`Bad key ${canaryKey}`), {
    statusCode: 429,
    responseBody: `{"error":{"message":"slow down ${canaryKey}"}}`,
    responseHeaders: { "Retry-After": "3" },
  });
  it("understands the errors of packages, without the key", async () => {
    const streamed = outcome(
      await collect(bridge(createFake([{ type: "error", error: apiError }]), { secrets: [canaryKey] })),
    );
    const thrown = outcome(
      await collect(
        bridge(
          createFake([], "v3", () => {
            throw apiError;
          }),
          { secrets: [canaryKey] },
        ),
      ),
    );
    for (const last of [streamed, thrown]) {
      expect(last).toMatchObject({
        type: "failed",
        error: { code: "model-rate-limited" },
        retryAfterMs: 3_000,
      });
      expect(JSON.stringify(last)).not.toContain("canary");
    }
    const keyless = Object.assign(new Error("API key is missing"), { name: "AI_LoadAPIKeyError" });
    expect(outcome(await collect(bridge(createFake([{ type: "error", error: keyless }]))))).toMatchObject({
      error: { code: "key-missing" },
    });
  });

  it.each([
    ["no finish", createFake([{ type: "text-delta", delta: "x" }]), "model-stream-broken"],
    ["nothing at all", createFake([{ type: "finish", finishReason: "stop" }]), "model-empty-reply"],
    [
      "an unfinished call",
      createFake([
        { type: "tool-input-start", id: "c", toolName: "A" },
        { type: "tool-input-delta", id: "c", delta: "{}" },
      ]),
      "model-stream-broken",
    ],
    ["something else than a model", { doGenerate() {} }, "model-bad-reply"],
  ])("fails with %s", async (_name, fake, code) => {
    const last = outcome(await collect(bridge(fake)));
    expect(last).toMatchObject({ type: "failed", error: { code } });
    for (const part of last.content) if (part.type === "call") expect(part.defect?.kind).toBe("cut");
  });

  it("ends on abort and on silence even where the package does not listen", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const cancelled = outcome(await collect(bridge(createFake(["hang"])), hello, controller.signal));
    expect(cancelled).toMatchObject({ type: "failed", error: { code: "cancelled" } });
    const timeouts = { firstMs: 30, idleMs: 30, totalMs: 1_000 };
    const silent = outcome(await collect(bridge(createFake(["hang"]), { timeouts })));
    expect(silent).toMatchObject({ type: "failed", error: { code: "model-timeout" } });
  });
});

describe("buildAiSdkPrompt", () => {
  it.each([
    ["v2", { type: "media", data: pixelBase64, mediaType: "image/png" }],
    ["v3", { type: "image-data", data: pixelBase64, mediaType: "image/png" }],
    ["v4", { type: "file", data: { type: "data", data: pixelBase64 }, mediaType: "image/png" }],
  ] as const)("writes a conversation for %s", (specification, image) => {
    const request = createConversation({ reasoning: { providerOptions: { x: { signature: "s" } } } });
    const data = Uint8Array.of(1, 2, 3);
    expect(buildAiSdkPrompt(request, "test/model-1", specification)).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          {
            type: "file",
            mediaType: "image/png",
            data: specification === "v4" ? { type: "data", data } : data,
          },
          { type: "text", text: " " },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "A dot." }] },
      { role: "user", content: [{ type: "text", text: "Read both." }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "own thought", providerOptions: { x: { signature: "s" } } },
          { type: "text", text: "Reading." },
          { type: "tool-call", toolCallId: "call_a", toolName: "Read", input: { path: "a.png" } },
          { type: "tool-call", toolCallId: "call_b", toolName: "bad_name", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "call_a",
            toolName: "Read",
            output: { type: "content", value: [{ type: "text", text: "a.png:" }, image] },
          },
          {
            type: "tool-result",
            toolCallId: "call_b",
            toolName: "bad_name",
            output: { type: "error-text", value: "Unknown tool" },
          },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Hurry." }] },
    ]);
  });
});

describe("loadAiSdkModel", () => {
  const reply = [
    { type: "text-delta", delta: "x" },
    { type: "finish", finishReason: "stop" },
  ];
  const options = {
    id: "fake/m",
    packageName: "@ai-sdk/fake-cloud",
    model: "m-1",
    settings: { apiKey: "k" },
    limits,
  };

  it("finds the factory of the package, or its ready-made provider", async () => {
    const seen: unknown[] = [];
    const provider = (name: string) => {
      seen.push(name);
      return createFake(reply);
    };
    const createFakeCloud = (settings: unknown) => {
      seen.push(settings);
      return { languageModel: provider };
    };
    const modules = [
      { createOther: () => ({}), createFakeCloud, fakeCloud: provider },
      { default: provider },
      { fakeCloud: provider },
    ];
    for (const module of modules) {
      const model = await loadAiSdkModel({ ...options, importModule: async () => module });
      expect(outcome(await collect(model)).type).toBe("finished");
    }
    expect(seen).toEqual([{ apiKey: "k" }, "m-1", "m-1", "m-1"]);
  });

  it("names the package that is not installed", async () => {
    await expect(loadAiSdkModel({ ...options, packageName: "@ai-sdk/not-installed" })).rejects.toMatchObject({
      code: "package-missing",
      params: { package: "@ai-sdk/not-installed" },
    });
  });
});
