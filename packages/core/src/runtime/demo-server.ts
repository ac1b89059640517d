import type { HttpClient } from "../model/http.ts";
import type { Model } from "../model/model.ts";
import type { Language } from "../protocol/index.ts";

/** The scripted model behind the provider `demo`, served on loopback for as long as the runtime lives. */
export interface DemoServer {
  model(id: string, http: HttpClient): Promise<Model>;
  close(): Promise<void>;
}

export async function createDemoServer(language: Language): Promise<DemoServer> {
  const { createDemoScript, startScriptedModel } = await import("../testing/index.ts");
  const server = await startScriptedModel(createDemoScript(language));
  return {
    async model(id, http) {
      const [{ createWireModel }, { anthropic }] = await Promise.all([
        import("../model/wire.ts"),
        import("../model/anthropic/index.ts"),
      ]);
      return createWireModel({
        id,
        provider: "demo",
        wire: anthropic,
        baseUrl: `${server.url}/v1`,
        model: "scripted",
        limits: { context: 128_000, output: 4_096, images: true },
        timeouts: { firstMs: 10_000, idleMs: 10_000, totalMs: 60_000 },
        quirks: {},
        http,
      });
    },
    close: () => server.close(),
  };
}
