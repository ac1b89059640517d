import { homedir } from "node:os";
import { defaultRetry } from "../agent/call-model.ts";
import { createHome } from "../environment/home.ts";
import { createMemoryStore } from "../environment/memory-store.ts";
import { createSecrets } from "../environment/secrets.ts";
import { createTranslate, ownToolNames } from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import { createSqlStore } from "../session/sql-store.ts";
import { createBuiltinTools, createOnDemandTools } from "../tool/builtin/index.ts";
import { createRegistry } from "../tool/registry.ts";
import { createBackgroundShells } from "../workspace/background-shells.ts";
import { createBrowsers } from "./browsers.ts";
import { openEnvironments, openSettings } from "./environments.ts";
import { createFolderConfig } from "./folder-config.ts";
import { createInternet } from "./internet.ts";
import { createMcp } from "./mcp.ts";
import { createMcpSkillParts } from "./mcp-skills.ts";
import { createModelSource } from "./model-source.ts";
import { createOwner, isOwnerAlive } from "./owner.ts";
import { createPackSkillParts } from "./pack-skills.ts";
import { readLanguage } from "./read-language.ts";
import { createRunParts } from "./run-parts.ts";
import type { RuntimeOptions } from "./runtime-contract.ts";
import { createSandboxes } from "./sandboxes.ts";
import { createSkills } from "./skills/skills.ts";

/** What a runtime is made of, each part given what it needs of those before it. */
export async function createParts(options: RuntimeOptions) {
  const env = options.env ?? process.env;
  const home = createHome({ env, homedir: homedir() });
  const language = options.language ?? (await readLanguage(env));
  const { models = {}, retry = defaultRetry, leaseMs = 15_000 } = options;
  const owner = await createOwner();
  const store =
    options.store ??
    (await createSqlStore({ path: home.database, isAlive: (other) => isOwnerAlive(owner, other), leaseMs }));
  const secrets = createSecrets(home, { env, language });
  const settings = openSettings(home, language);
  const environments = openEnvironments({
    env,
    language,
    home,
    settings,
    secrets,
    modelNames: Object.keys(models),
  });
  const modelSource = createModelSource({
    env,
    home,
    secrets,
    language,
    environment: async (session) => (await environments.current({ session })).environment,
  });
  const shells = createBackgroundShells({
    owner,
    append: (id, events) => store.append(id, events, { durable: true }),
  });
  const packSkills = createPackSkillParts({ home, language, secrets });
  const sandboxes = createSandboxes({
    home: options.hides?.user ?? env["HOME"] ?? homedir(),
    own: options.hides?.root ?? home.root,
    env,
    readable: () => [...packSkills.readable(), ...(options.readable ?? [])],
  });
  const folderConfig = createFolderConfig({ env, home, trust: settings.trust, language, environments });
  const internet = createInternet({
    env,
    home,
    language,
    secrets,
    config: folderConfig,
  });
  const mcp = createMcp({
    env,
    home,
    language,
    secrets,
    environments,
    trust: settings.trust,
    guard: internet.api.guard,
    watch: (connections) => mcpSkills.watch(connections),
  });
  const mcpSkills = createMcpSkillParts({ home, language, servers: mcp.approved, open: mcp.open });
  const browsers = createBrowsers({
    env,
    home,
    language,
    guard: internet.api.guard,
    config: folderConfig,
    openView: (id) => openView(store, id),
  });
  const registry = createRegistry([
    ...createBuiltinTools({ t: createTranslate(language), environment: env }),
    ...internet.tools,
    ...createOnDemandTools({ t: createTranslate(language) }),
    ...browsers.tools,
    ...(options.tools ?? []),
  ]);
  const skills = createSkills({
    env,
    home,
    language,
    settings,
    environments,
    config: folderConfig,
    layers: options.layers ?? [],
    ...(options.bundledSkills === undefined ? {} : { bundledFolder: options.bundledSkills }),
    mcp: mcpSkills,
    packs: packSkills,
    hasTool: (name) => registry.find(name) !== undefined || ownToolNames.includes(name),
  });
  const runParts = createRunParts({
    shells,
    sandboxes,
    env,
    home,
    language,
    modelSource,
    models,
    registry,
    skills: skills.source,
    instructions: { memory: createMemoryStore({ home, trust: settings.trust }), home, trust: settings.trust },
    trust: settings.trust,
    retry,
    config: folderConfig,
    mcp,
    sealing: packSkills.sealing,
  });

  async function close(): Promise<void> {
    await shells.closeAll();
    await mcp.close();
    await browsers.close();
    await internet.close();
    await skills.library.close();
    await packSkills.close();
    await sandboxes.closeAll();
    await modelSource.close();
    if (!options.store) await store.close();
  }

  return {
    env,
    home,
    language,
    leaseMs,
    models,
    retry,
    owner,
    store,
    secrets,
    settings,
    environments,
    modelSource,
    shells,
    packSkills,
    sandboxes,
    folderConfig,
    internet,
    mcp,
    browsers,
    skills,
    runParts,
    close,
  };
}
