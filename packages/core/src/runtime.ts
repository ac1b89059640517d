import { homedir, tmpdir } from "node:os";
import { collectAsks } from "./agent/children.ts";
import { followSession } from "./agent/follow-session.ts";
import { runSession } from "./agent/run-session.ts";
import { defaultRetry, type RetryPolicy } from "./agent/call-model.ts";
import { loadConfig } from "./environment/config.ts";
import type { Environments } from "./environment/environments.ts";
import { createHome, type Home } from "./environment/home.ts";
import { createMemoryStore } from "./environment/memory-store.ts";
import { pickLanguage } from "./environment/language.ts";
import { createSecrets } from "./environment/secrets.ts";
import { createSettings, type Settings } from "./environment/settings.ts";
import type { Model } from "./model/model.ts";
import {
  createTranslate,
  ownToolNames,
  type Diagnostic,
  type Language,
  type SessionEvent,
  type SessionId,
  type SessionView,
  type RunResult,
} from "./protocol/index.ts";
import { createAnswers, type AnswerOptions, type Answered } from "./runtime/answers.ts";
import type { BrowserActions } from "./runtime/browser-actions.ts";
import { createBrowsers } from "./runtime/browsers.ts";
import { createContexts } from "./runtime/context-report.ts";
import { createFolderConfig } from "./runtime/folder-config.ts";
import { createInternet, type Internet } from "./runtime/internet.ts";
import { createMcp } from "./runtime/mcp.ts";
import { createMcpSkillParts } from "./runtime/mcp-skills.ts";
import { createPackSkillParts } from "./runtime/pack-skills.ts";
import type { Mcp } from "./runtime/mcp/manage-servers.ts";
import { createModels, type Models } from "./runtime/models.ts";
import { createModelSource, type ModelSource } from "./runtime/model-source.ts";
import { createOnDemand, type OnDemand } from "./runtime/on-demand.ts";
import { createOwner, isOwnerAlive } from "./runtime/owner.ts";
import { admitPrompt, type Admitted, type PromptOptions } from "./runtime/prompt.ts";
import { createRunParts } from "./runtime/run-parts.ts";
import { toResult } from "./runtime/run-result.ts";
import { openEnvironment, type Environment } from "./runtime/environment.ts";
import { openEnvironments } from "./runtime/environments.ts";
import { createRunTapes } from "./runtime/run-tapes.ts";
import { createStop } from "./runtime/stop-session.ts";
import { createSkills, type Skills } from "./runtime/skills/skills.ts";
import { createSandboxes } from "./runtime/sandboxes.ts";
import { createTasks } from "./runtime/session-tasks.ts";
import { createSessions, type Sessions } from "./runtime/sessions.ts";
import { openView } from "./session/open-view.ts";
import type { SkillLayer } from "./skill/discover/layer.ts";
import { createSqlStore } from "./session/sql-store.ts";
import type { Store } from "./session/store.ts";
import { createBuiltinTools, createOnDemandTools } from "./tool/builtin/index.ts";
import type { Tool } from "./tool/define-tool.ts";
import { createBackgroundShells } from "./workspace/background-shells.ts";
import { removeLeftovers } from "./workspace/owned-folder.ts";
import { removeOldOutputs } from "./workspace/shell-output.ts";
import type { SandboxDescription } from "./workspace/sandbox/describe-sandbox.ts";
import { createRegistry } from "./tool/registry.ts";

export interface RuntimeOptions {
  /** Default: the environment of this process. Keys, HOME and SKILLMINT_HOME are read from it. */
  env?: Readonly<Record<string, string | undefined>>;
  language?: Language;
  /** Tools beside the built-in ones. */
  tools?: readonly Tool[];
  /** Further places that skills come from; they come before the bundled ones. */
  layers?: readonly SkillLayer[];
  /** A folder of skills that are always there, behind all others. Default: none. */
  bundledSkills?: string;
  /** Models of one's own, by the name a prompt asks for; they come before the providers. */
  models?: Readonly<Record<string, Model>>;
  /** Where sessions live. Default: the SQLite file of the home folder. */
  store?: Store;
  retry?: RetryPolicy;
  leaseMs?: number;
  /** Whose secrets sandboxed commands must not read: a person's home and that of SkillMint. Default: those of `env`. */
  hides?: Pick<Home, "user" | "root">;
  /** Folders that sandboxed commands may read wherever they lie. */
  readable?: readonly string[];
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Sees every event, durable and live, once and in order. */
  onEvent?: (event: SessionEvent) => void;
  /** Told, before the run starts, what of the configuration that counts for it has no effect. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** A person asked to go on with a run that had ended early. */
  continued?: boolean;
}

/** The engine as a library. One runtime serves any number of sessions; `close` it when done. */
export interface Runtime extends OnDemand {
  readonly home: Home;
  readonly language: Language;
  readonly sessions: Sessions;
  readonly models: Models;
  readonly modelSource: ModelSource;
  readonly settings: Settings;
  readonly environments: Environments;
  readonly skills: Skills;
  readonly mcp: Mcp;
  readonly internet: Internet;
  readonly browser: BrowserActions;
  /** Admits a prompt: it is on disk when this returns. Makes a session where none is named. */
  prompt(options: PromptOptions): Promise<Admitted>;
  /** Works on a session until it ends or waits. Refused with `session-busy` while another process does. */
  run(id: SessionId, options?: RunOptions): Promise<RunResult>;
  /** Watches another process work on a session until it stops. Live events stay with that process. */
  follow(id: SessionId, options?: Pick<RunOptions, "signal" | "onEvent">): Promise<RunResult>;
  /** How a session stands, without working on it. */
  inspect(id: SessionId): Promise<RunResult>;
  /** Answers what a session waits for, several questions by one text or by one each; `run` then goes on. */
  answer(id: SessionId, text: string | readonly string[], options?: AnswerOptions): Promise<Answered>;
  /** The environment in use, for work in one folder: its skills, and prompts that are answered with them. */
  environment(folder: string): Promise<Environment<RunResult>>;
  /**
   * What has no effect in the configuration of a folder: the user's, and the project's where it is trusted. Refused
   * where a run would be, because a file cannot be understood.
   */
  diagnose(folder: string): Promise<Diagnostic[]>;
  /** What the sandbox of this machine can do, what it lacks and how to get that. */
  describeSandbox(): Promise<SandboxDescription>;
  /** Asks whoever works on it to stop. Returns false where nobody does and nothing is open. */
  stop(id: SessionId): Promise<boolean>;
  close(): Promise<void>;
}

/** The language of a person: their setting, else their locale. A file that cannot be read is told of later. */
export async function readLanguage(env: Readonly<Record<string, string | undefined>>): Promise<Language> {
  const home = createHome({ env, homedir: homedir() });
  const setting = await loadConfig(home).then(
    ({ config }) => config.language,
    () => undefined,
  );
  return pickLanguage({ env, ...(setting ? { setting } : {}) });
}

export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const env = options.env ?? process.env;
  const home = createHome({ env, homedir: homedir() });
  const language = options.language ?? (await readLanguage(env));
  const leaseMs = options.leaseMs ?? 15_000;
  const owner = await createOwner();
  const store =
    options.store ??
    (await createSqlStore({ path: home.database, isAlive: (other) => isOwnerAlive(owner, other), leaseMs }));
  const secrets = createSecrets(home, { env, language });
  const settings = createSettings(home, { language });
  const environments = openEnvironments({
    env,
    language,
    home,
    settings,
    secrets,
    modelNames: Object.keys(options.models ?? {}),
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
  const parts = createRunParts({
    shells,
    sandboxes,
    env,
    home,
    language,
    modelSource,
    models: options.models ?? {},
    registry,
    skills: skills.source,
    instructions: { memory: createMemoryStore({ home, trust: settings.trust }), home, trust: settings.trust },
    trust: settings.trust,
    retry: options.retry ?? defaultRetry,
    config: folderConfig,
    mcp,
    sealing: packSkills.sealing,
  });
  const answers = createAnswers({ store, home, language, grants: skills.grants });

  let sweeping: Promise<unknown> | undefined;

  async function run(id: SessionId, runOptions: RunOptions = {}): Promise<RunResult> {
    // What a killed process left behind: looked for once, beside the first run.
    sweeping ??= Promise.allSettled([
      removeLeftovers(tmpdir()),
      removeOldOutputs(tmpdir()),
      packSkills.sweep(),
    ]);
    const { signal, onEvent, onDiagnostic, continued } = runOptions;
    const note = continued
      ? { kind: "continue", text: createTranslate(language)("prompt.continue") }
      : undefined;
    const outcome = await runSession({
      store,
      sessionId: id,
      owner,
      leaseMs,
      parts: async (view) => tapes.wrap(view, await parts(view, onDiagnostic)),
      ...(signal ? { signal } : {}),
      ...(onEvent ? { onEvent } : {}),
      ...(note ? { note } : {}),
    });
    await tapes.ended(outcome.view);
    return resultOf(outcome.view);
  }

  const tapes = createRunTapes(() => ({
    env,
    home,
    language,
    store,
    secrets,
    modelSource,
    trust: settings.trust,
    config: folderConfig,
    prompt,
    run,
    answer: answers,
    inLanguage: async (other) => {
      const opened = await createRuntime({ ...options, env, language: other, store });
      return { cassettes: (await opened.authoring()).cassettes, close: () => opened.close() };
    },
  }));

  const prompt = (promptOptions: PromptOptions): Promise<Admitted> =>
    admitPrompt(
      {
        store,
        modelSource,
        models: options.models ?? {},
        language,
        config: folderConfig,
        environments,
        skills: skills.library,
      },
      promptOptions,
    );

  /** With what its sub-agents wait for. */
  async function resultOf(view: SessionView): Promise<RunResult> {
    return toResult(view, await collectAsks(store, view));
  }

  const onDemand = createOnDemand({
    env,
    home,
    language,
    store,
    config: folderConfig,
    findSkill: async (place, name) => (await skills.api.find(place, name)).skill,
    authoring: {
      settings,
      skills,
      openRuntime: (other) => createRuntime({ ...options, store: other }),
      isolate: (other) => createRuntime({ ...other, hides: { user: home.user, root: home.root } }),
      modelSource,
      models: options.models ?? {},
      retry: options.retry ?? defaultRetry,
      sandboxes,
      tapes: tapes.open,
    },
  });

  return {
    ...onDemand.api,
    home,
    language,
    settings,
    environments,
    skills: skills.api,
    mcp: mcp.api,
    internet: internet.api,
    browser: browsers.api,
    modelSource,
    sessions: createSessions({
      store,
      owner,
      shells,
      language,
      contexts: createContexts({
        store,
        owner,
        leaseMs,
        parts: async (view, tell) => tapes.wrapLook(view, await parts(view, tell)),
      }),
      tasks: createTasks({ store, abandon: (id) => run(id, { signal: AbortSignal.abort() }) }),
    }),
    models: createModels({ env, home, secrets, settings, source: modelSource }),
    prompt,
    run,
    follow: async (id, followOptions = {}) =>
      resultOf(await followSession({ store, sessionId: id, ...followOptions })),
    inspect: async (id) => resultOf(await openView(store, id)),
    answer: (id, text, answerOptions) => answers(id, text, answerOptions),
    environment: (folder) =>
      openEnvironment({
        name: async () => (await environments.current()).environment?.name,
        skills: async () => {
          const { entries } = await skills.api.list({ folder });
          const offered = entries.filter(({ accessible }) => accessible);
          return offered.map(({ skill }) => ({
            id: skill.id,
            name: skill.name,
            description: skill.description,
            path: skill.file,
          }));
        },
        run: async (text) => {
          const { sessionId } = await prompt({ text, folder });
          return run(sessionId);
        },
      }),
    diagnose: async (folder) => [
      ...(await folderConfig(folder)).diagnostics,
      ...(await mcp.diagnose(folder)),
    ],
    describeSandbox: async () => {
      const { describeSandbox } = await import("./workspace/sandbox/describe-sandbox.ts");
      return describeSandbox(await sandboxes.support(), createTranslate(language));
    },
    stop: createStop({ store, shells, run }),
    async close() {
      await sweeping;
      await onDemand.close();
      await tapes.close();
      await shells.closeAll();
      await mcp.close();
      await browsers.close();
      await internet.close();
      await skills.library.close();
      await packSkills.close();
      await sandboxes.closeAll();
      await modelSource.close();
      if (!options.store) await store.close();
    },
  };
}
