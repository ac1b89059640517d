import { createHttpClient, type HttpClient } from "../model/http.ts";
import type { Model } from "../model/model.ts";
import type { Provider } from "../model/provider.ts";
import { chooseModel, type ModelChoice, type ModelWish } from "./choose-model.ts";
import { createDemoServer, type DemoServer } from "./demo-server.ts";
import { makeModel } from "./make-model.ts";
import { createProviderAccess, type AccessOptions, type ProviderAccess } from "./provider-access.ts";

/** The environment a session goes by; without it the one in use. */
interface Named {
  environment?: string | undefined;
}

/** Where models come from: decides which one is meant and makes it. */
export interface ModelSource {
  choose(wish: ModelWish & Named): Promise<ModelChoice>;
  /** From the settings and keys of now; connections are shared. Refused with `key-missing` or `provider-unknown`. */
  create(choice: { model: string; baseUrl?: string } & Named): Promise<Model>;
  find(name: string): Promise<Provider>;
  /** Where a provider's API is. */
  baseUrl(provider: Provider): Promise<string>;
  close(): Promise<void>;
}

export function createModelSource(options: AccessOptions): ModelSource {
  const access = createProviderAccess(options);
  const accessOf = ({ environment }: Named): ProviderAccess =>
    environment === undefined ? access : createProviderAccess(options, environment);
  let http: HttpClient | undefined;
  let demo: Promise<DemoServer> | undefined;

  async function make(id: string, baseUrl: string | undefined, access: ProviderAccess): Promise<Model> {
    const { provider, model = "" } = await access.split(id);
    http ??= createHttpClient({ env: options.env });
    if (provider.id !== "demo") return makeModel({ options, access, http, id, provider, model, baseUrl });
    demo ??= createDemoServer(options.language);
    return (await demo).model(id, http);
  }

  return {
    choose: (wish) => chooseModel(options, accessOf(wish), wish),
    create: (choice) => make(choice.model, choice.baseUrl, accessOf(choice)),
    find: async (name) => (await access.split(name)).provider,
    baseUrl: async (provider) => (await access.baseUrl(provider)).url,
    async close() {
      http?.close();
      await demo?.then((server) => server.close());
    },
  };
}
