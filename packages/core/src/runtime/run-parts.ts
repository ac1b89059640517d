import { homedir } from "node:os";
import type { RetryPolicy } from "../agent/call-model.ts";
import type { RunParts } from "../agent/run-session.ts";
import type { Config } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Model } from "../model/model.ts";
import { joinRules, parseRules } from "../permission/rules.ts";
import type { Language, SessionView } from "../protocol/index.ts";
import type { Registry } from "../tool/registry.ts";
import { createWorkspace } from "../workspace/create-workspace.ts";
import { killLeftovers } from "../workspace/kill-leftovers.ts";
import { createSessionModel } from "./session-model.ts";
import type { ModelSource } from "./model-source.ts";

export interface RunPartsOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
  registry: Registry;
  retry: RetryPolicy;
  /** Read anew for every run: settings may have changed. */
  config(): Promise<Config>;
}

const defaultIterations = 100;

/** Puts together what one run needs from the session's settings and the user's configuration. */
export function createRunParts(options: RunPartsOptions): (view: SessionView) => Promise<RunParts> {
  return async (view) => {
    const modelOf = createSessionModel(options);
    const config = await options.config();
    const rules = joinRules(parseRules(config.rules), parseRules(config.workspaces?.[view.folder]?.rules));
    return {
      registry: options.registry,
      retry: options.retry,
      language: options.language,
      workspace: await createWorkspace({
        root: view.folder,
        added: view.settings.addedFolders ?? [],
        home: options.env["HOME"] ?? homedir(),
      }),
      rules,
      model: () => modelOf(view),
      limits: () => ({ iterations: defaultIterations, ...config.limits, ...view.settings.limits }),
      endLeftovers: async (call) => {
        if (!call.process) return;
        await killLeftovers({ pid: call.process.pid, start: call.process.start ?? "", callId: call.callId });
      },
    };
  };
}
