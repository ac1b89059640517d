import { homedir } from "node:os";
import type { RetryPolicy } from "../agent/call-model.ts";
import type { RunParts } from "../agent/run-session.ts";
import type { Config } from "../environment/config.ts";
import { loadProjectConfig, narrowLimits, stricterSandbox } from "../environment/project-config.ts";
import type { Trust } from "../environment/trust.ts";
import type { Home } from "../environment/home.ts";
import type { Model } from "../model/model.ts";
import type { Language, SessionView } from "../protocol/index.ts";
import type { Registry } from "../tool/registry.ts";
import { createWorkspace } from "../workspace/create-workspace.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";
import { killLeftovers } from "../workspace/kill-leftovers.ts";
import { createSessionModel } from "./session-model.ts";
import type { ModelSource } from "./model-source.ts";
import { collectRules, parseRuleSets } from "./rules.ts";
import type { Sandboxes } from "./sandboxes.ts";

export interface RunPartsOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
  registry: Registry;
  retry: RetryPolicy;
  trust: Pick<Trust, "find">;
  shells: BackgroundShells;
  sandboxes: Sandboxes;
  /** Read anew for every run: settings may have changed. */
  config(): Promise<Config>;
}

const defaultIterations = 100;

/** Puts together what one run needs from the session's settings and the user's configuration. */
export function createRunParts(options: RunPartsOptions): (view: SessionView) => Promise<RunParts> {
  const { language } = options;
  return async (view) => {
    const modelOf = createSessionModel(options);
    const config = await options.config();
    const project = await loadProjectConfig(view.folder, {
      trust: options.trust,
      home: options.home,
      language,
    });
    const ruleOptions = { home: options.env["HOME"] ?? homedir(), language };
    const rules = parseRuleSets(collectRules({ folder: view.folder, config, project }), ruleOptions);
    return {
      registry: options.registry,
      retry: options.retry,
      language,
      shells: options.shells,
      sandbox: options.sandboxes.forSession(
        view,
        view.settings.sandbox ?? stricterSandbox(config.sandbox, project.sandbox),
        config.network?.allow ?? [],
      ),
      workspace: await createWorkspace({
        root: view.folder,
        added: view.settings.addedFolders ?? [],
        home: options.env["HOME"] ?? homedir(),
      }),
      rules,
      ruleOptions,
      model: () => modelOf(view),
      limits: () => ({
        ...narrowLimits({ iterations: defaultIterations, ...config.limits }, project.limits),
        ...view.settings.limits,
      }),
      endLeftovers: async (call) => {
        if (!call.process) return;
        await killLeftovers({ pid: call.process.pid, start: call.process.start ?? "", callId: call.callId });
      },
    };
  };
}
