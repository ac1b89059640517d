import { wordEnvironmentChange, type EnvironmentChange, type Environments } from "@skillmint/core";
import { createTranslate, type Language } from "@skillmint/core/protocol";
import { environmentsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { serveInWords } from "./serve.ts";

type Shown = Awaited<ReturnType<Environments["show"]>>;

/** Names and numbers; what was written about servers and providers may hold what is nobody's business. */
function toDetails(shown: Shown) {
  const { name, active, folder, config, agents, model, rules, models, skills, skillsFolder } = shown;
  const { displayName, description, mode, language, sandbox, limits, permissions } = config;
  return {
    name,
    active,
    folder: folder.root,
    broken: shown.diagnostics.some(({ severity }) => severity === "error"),
    ...dropUndefined({ displayName, description, model, mode, language, sandbox, limits }),
    rules,
    skillPermissions: permissions?.skill ?? {},
    agents: agents.map(({ id, role, description: about, model: own }) => ({
      id,
      role,
      ...dropUndefined({ description: about, model: own }),
    })),
    models: Object.keys(models.models),
    providers: Object.keys(models.providers),
    mcp: Object.keys(config.mcp ?? {}),
    skills,
    skillsFolder,
    diagnostics: shown.diagnostics,
  };
}

function wordChange(change: EnvironmentChange, language: Language) {
  return { ...change, lines: wordEnvironmentChange(change, createTranslate(language)) };
}

/** Named sets of configuration, switched as a whole. */
export function addEnvironments(app: App, { runtime }: RouteParts): void {
  serveInWords(app, runtime, environmentsApi, ({ environments }) => ({
    listEnvironments: () => environments.list(),
    createEnvironment: async ({ body: { name, from } }) => ({
      name,
      ...(await environments.create(name, dropUndefined({ from }))),
    }),
    compareEnvironments: async ({ query: { from, to } }, c) =>
      wordChange(await environments.compare(from, to), c.var.language),
    useEnvironment: async ({ body }, c) =>
      wordChange(await environments.use(body.name ?? undefined), c.var.language),
    getEnvironment: async ({ params }) => toDetails(await environments.show(params.name)),
    deleteEnvironment: ({ params, query }) =>
      environments.delete(params.name, { force: query.force === "true" }),
  }));
}
