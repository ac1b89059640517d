import { tmpdir } from "node:os";
import { collectAsks } from "./agent/children.ts";
import { followSession } from "./agent/follow-session.ts";
import { runSession } from "./agent/run-session.ts";
import {
  createTranslate,
  type Language,
  type RunResult,
  type SessionId,
  type SessionView,
} from "./protocol/index.ts";
import { createAnswers } from "./runtime/answers.ts";
import { createContexts } from "./runtime/context-report.ts";
import { createParts } from "./runtime/create-parts.ts";
import { openEnvironment } from "./runtime/environment.ts";
import { createModels } from "./runtime/models.ts";
import { createOnDemand } from "./runtime/on-demand.ts";
import { admitPrompt, type Admitted, type PromptOptions } from "./runtime/prompt.ts";
import { toResult } from "./runtime/run-result.ts";
import { createRunTapes } from "./runtime/run-tapes.ts";
import type { RunOptions, Runtime, RuntimeOptions } from "./runtime/runtime-contract.ts";
import { createTasks } from "./runtime/session-tasks.ts";
import { createSessions } from "./runtime/sessions.ts";
import { createStop } from "./runtime/stop-session.ts";
import { openView } from "./session/open-view.ts";
import { removeLeftovers } from "./workspace/owned-folder.ts";
import { removeOldOutputs } from "./workspace/shell-output.ts";

export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const parts = await createParts(options);
  const { env, home, language, leaseMs, models, retry, owner, store, secrets, settings } = parts;
  const { environments, modelSource, shells, packSkills, sandboxes, folderConfig } = parts;
  const { internet, mcp, browsers, skills, runParts } = parts;
  const answers = createAnswers({ store, home, language, grants: skills.grants });

  let sweeping: Promise<unknown> | undefined;
  const others = new Map<Language, Promise<Runtime>>();

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
      parts: async (view) => tapes.wrap(view, await runParts(view, onDiagnostic)),
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
        models,
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
      models,
      retry,
      sandboxes,
      tapes: tapes.open,
    },
  });

  const runtime: Runtime = {
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
        parts: async (view, tell) => tapes.wrapLook(view, await runParts(view, tell)),
      }),
      tasks: createTasks({ store, abandon: (id) => run(id, { signal: AbortSignal.abort() }) }),
    }),
    models: createModels({ env, home, language, secrets, settings, source: modelSource }),
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
    async inLanguage(other) {
      if (other === language) return runtime;
      const opened = others.get(other) ?? createRuntime({ ...options, env, language: other, store });
      others.set(other, opened);
      try {
        return await opened;
      } catch (error) {
        others.delete(other);
        throw error;
      }
    },
    async close() {
      for (const other of others.values()) await (await other).close();
      await sweeping;
      await onDemand.close();
      await tapes.close();
      await parts.close();
    },
  };
  return runtime;
}
