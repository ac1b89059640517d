import { homedir } from "node:os";
import { followSession } from "./agent/follow-session.ts";
import { runSession } from "./agent/run-session.ts";
import { defaultRetry, type RetryPolicy } from "./agent/call-model.ts";
import { loadConfig } from "./environment/config.ts";
import { createHome, type Home } from "./environment/home.ts";
import { pickLanguage } from "./environment/language.ts";
import { createSecrets } from "./environment/secrets.ts";
import { createSettings, type Settings } from "./environment/settings.ts";
import type { Model } from "./model/model.ts";
import {
  createTranslate,
  SkillmintError,
  type Language,
  type SessionEvent,
  type SessionId,
} from "./protocol/index.ts";
import { createAnswers, type AnswerOptions, type Answered } from "./runtime/answers.ts";
import { createModels, type Models } from "./runtime/models.ts";
import { createModelSource, type ModelSource } from "./runtime/model-source.ts";
import { createOwner, isOwnerAlive } from "./runtime/owner.ts";
import { admitPrompt, type Admitted, type PromptOptions } from "./runtime/prompt.ts";
import { createRunParts } from "./runtime/run-parts.ts";
import { toResult, type RunResult } from "./runtime/run-result.ts";
import { createSandboxes } from "./runtime/sandboxes.ts";
import { createSessions, type Sessions } from "./runtime/sessions.ts";
import { openView } from "./session/open-view.ts";
import { createSqlStore } from "./session/sql-store.ts";
import type { Store } from "./session/store.ts";
import { createBuiltinTools } from "./tool/builtin/index.ts";
import type { Tool } from "./tool/define-tool.ts";
import { createBackgroundShells } from "./workspace/background-shells.ts";
import type { SandboxDescription } from "./workspace/sandbox/describe-sandbox.ts";
import { createRegistry } from "./tool/registry.ts";

export interface RuntimeOptions {
  /** Default: the environment of this process. Keys, HOME and SKILLMINT_HOME are read from it. */
  env?: Readonly<Record<string, string | undefined>>;
  language?: Language;
  /** Tools beside the built-in ones. */
  tools?: readonly Tool[];
  /** Models of one's own, by the name a prompt asks for; they come before the providers. */
  models?: Readonly<Record<string, Model>>;
  /** Where sessions live. Default: the SQLite file of the home folder. */
  store?: Store;
  retry?: RetryPolicy;
  leaseMs?: number;
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Sees every event, durable and live, once and in order. */
  onEvent?: (event: SessionEvent) => void;
  /** A person asked to go on with a run that had ended early. */
  continued?: boolean;
}

/** The engine as a library. One runtime serves any number of sessions; `close` it when done. */
export interface Runtime {
  readonly home: Home;
  readonly language: Language;
  readonly sessions: Sessions;
  readonly models: Models;
  readonly modelSource: ModelSource;
  readonly settings: Settings;
  /** Admits a prompt: it is on disk when this returns. Makes a session where none is named. */
  prompt(options: PromptOptions): Promise<Admitted>;
  /** Works on a session until it ends or waits. Refused with `session-busy` while another process does. */
  run(id: SessionId, options?: RunOptions): Promise<RunResult>;
  /** Watches another process work on a session until it stops. Live events stay with that process. */
  follow(id: SessionId, options?: Pick<RunOptions, "signal" | "onEvent">): Promise<RunResult>;
  /** How a session stands, without working on it. */
  inspect(id: SessionId): Promise<RunResult>;
  /** Answers what a session waits for; `run` then goes on. */
  answer(id: SessionId, text: string, options?: AnswerOptions): Promise<Answered>;
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
  const modelSource = createModelSource({ env, home, secrets, language });
  const shells = createBackgroundShells({
    owner,
    append: (id, events) => store.append(id, events, { durable: true }),
  });
  const sandboxes = createSandboxes({ home: env["HOME"] ?? homedir(), own: home.root, env });
  const parts = createRunParts({
    shells,
    sandboxes,
    trust: settings.trust,
    env,
    home,
    language,
    modelSource,
    models: options.models ?? {},
    registry: createRegistry([
      ...createBuiltinTools({ t: createTranslate(language), environment: env }),
      ...(options.tools ?? []),
    ]),
    retry: options.retry ?? defaultRetry,
    config: async () => (await loadConfig(home, { language })).config,
  });
  const answers = createAnswers({ store, home, language });

  async function run(id: SessionId, runOptions: RunOptions = {}): Promise<RunResult> {
    const { signal, onEvent, continued } = runOptions;
    const note = continued
      ? { kind: "continue", text: createTranslate(language)("prompt.continue") }
      : undefined;
    const outcome = await runSession({
      store,
      sessionId: id,
      owner,
      leaseMs,
      parts,
      ...(signal ? { signal } : {}),
      ...(onEvent ? { onEvent } : {}),
      ...(note ? { note } : {}),
    });
    return toResult(outcome.view);
  }

  return {
    home,
    language,
    settings,
    modelSource,
    sessions: createSessions(store, owner, language),
    models: createModels({ env, home, secrets, settings, source: modelSource }),
    prompt: (promptOptions) =>
      admitPrompt({ store, modelSource, models: options.models ?? {}, home, language }, promptOptions),
    run,
    follow: async (id, followOptions = {}) =>
      toResult(await followSession({ store, sessionId: id, ...followOptions })),
    inspect: async (id) => toResult(await openView(store, id)),
    answer: (id, text, answerOptions) => answers(id, text, answerOptions),
    describeSandbox: async () => {
      const { describeSandbox } = await import("./workspace/sandbox/describe-sandbox.ts");
      return describeSandbox(await sandboxes.support(), createTranslate(language));
    },
    async stop(id) {
      if (await store.leaseOwner(id)) {
        await store.append(id, [{ type: "cancel.requested" }], { durable: true });
        return true;
      }
      const view = await openView(store, id);
      const hasShells = Object.values(view.shells).some((shell) => shell.state === "running");
      if (hasShells) await shells.closeSession(id, view.shells);
      if (!view.run && view.openCalls.length === 0) return hasShells;
      try {
        await run(id, { signal: AbortSignal.abort() });
      } catch (error) {
        if (!SkillmintError.is(error) || error.code !== "session-busy") throw error;
        await store.append(id, [{ type: "cancel.requested" }], { durable: true });
      }
      return true;
    },
    async close() {
      await shells.closeAll();
      await sandboxes.closeAll();
      await modelSource.close();
      if (!options.store) await store.close();
    },
  };
}
