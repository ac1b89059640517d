import type { ModelChoice, ProviderStatus, Runtime } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import { modelsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** An address may hold a password. */
function hidePassword(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}

function withoutSecrets<T extends { baseUrl?: string }>(value: T): T {
  return value.baseUrl === undefined ? value : { ...value, baseUrl: hidePassword(value.baseUrl) };
}

/** What a session that begins now would have. */
export async function currentChoice({ environments, modelSource }: Runtime): Promise<ModelChoice> {
  const { environment } = await environments.current();
  const choice = await modelSource.choose({
    environment: environment?.name,
    ...dropUndefined({ ofEnvironment: environment?.model }),
  });
  return withoutSecrets(choice);
}

/** Models and who serves them. Keys go in and never come out. */
export function addModels(app: App, { runtime }: RouteParts): void {
  const { models, modelSource } = runtime;

  async function findProvider(name: string): Promise<ProviderStatus> {
    const { id } = await modelSource.find(name);
    const found = (await models.list()).find((provider) => provider.id === id);
    if (!found) throw new SkillmintError("provider-unknown", { params: { provider: name, nearest: "-" } });
    return withoutSecrets(found);
  }

  const handlers: Handlers<typeof modelsApi> = {
    listProviders: async () => (await models.list()).map(withoutSecrets),
    currentModel: () => currentChoice(runtime),
    useModel: async ({ body }) => {
      await models.use(body.model);
      return currentChoice(runtime);
    },
    testModel: async ({ body }, context) => {
      const model = body.model ?? (await currentChoice(runtime)).model;
      const { signal } = context.req.raw;
      return models.test(model, { signal, ...dropUndefined({ baseUrl: body.baseUrl }) });
    },
    setProvider: async ({ params, body }) => {
      const { place } = await models.add(params.provider, dropUndefined(body));
      return { provider: await findProvider(params.provider), ...dropUndefined({ place }) };
    },
    removeProvider: async ({ params }) => ({ done: await models.remove(params.provider) }),
  };
  serveTable(app, modelsApi, handlers);
}
