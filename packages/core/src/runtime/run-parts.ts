import { homedir } from "node:os";
import type { RetryPolicy } from "../agent/call-model.ts";
import type { RunParts } from "../agent/run-parts.ts";
import type { InstructionParts } from "../agent/instructions/session-instructions.ts";
import type { SkillSource } from "../agent/skills/skill-source.ts";
import { narrowLimits, stricterSandbox } from "../environment/project-config.ts";
import type { Home } from "../environment/home.ts";
import type { Trust } from "../environment/trust.ts";
import type { Model } from "../model/model.ts";
import { createTranslate, type Diagnostic, type Language, type SessionView } from "../protocol/index.ts";
import type { Registry } from "../tool/registry.ts";
import type { Sealing } from "../tool/sealing.ts";
import { createWorkspace } from "../workspace/create-workspace.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";
import { loadAgentTypes } from "./agent-types.ts";
import { endLeftovers } from "./end-leftovers.ts";
import { createSessionModel } from "./session-model.ts";
import type { ModelSource } from "./model-source.ts";
import type { ReadFolderConfig } from "./folder-config.ts";
import type { McpParts } from "./mcp.ts";
import type { Sandboxes } from "./sandboxes.ts";

export interface RunPartsOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
  registry: Registry;
  retry: RetryPolicy;
  shells: BackgroundShells;
  sandboxes: Sandboxes;
  /** Read anew for every run: settings may have changed. */
  config: ReadFolderConfig;
  skills: SkillSource;
  instructions: InstructionParts;
  trust: Pick<Trust, "find">;
  mcp: Pick<McpParts, "forRun">;
  sealing: Sealing;
}

const defaultIterations = 100;

export type MakeRunParts = (
  view: SessionView,
  onDiagnostic?: (diagnostic: Diagnostic) => void,
) => Promise<RunParts>;

/**
 * Puts together what one run needs from the session's settings and the configuration of user and project. What has no
 * effect in their files is told to `onDiagnostic`.
 */
export function createRunParts(options: RunPartsOptions): MakeRunParts {
  const { language } = options;
  return async (view, onDiagnostic) => {
    const modelOf = createSessionModel(options);
    const { config, project, rules, ruleOptions, environment, hooks, hooksAreOff, diagnostics } =
      await options.config(view.folder, view.settings.environment);
    const agents = await loadAgentTypes({
      folder: view.folder,
      home: options.home,
      trust: options.trust,
      environment,
      t: createTranslate(view.settings.language ?? language),
    });
    for (const diagnostic of [...diagnostics, ...agents.diagnostics]) onDiagnostic?.(diagnostic);
    const servers = await options.mcp.forRun(
      view,
      { config, ...(environment ? { environment } : {}) },
      (told) => onDiagnostic?.(told),
    );
    const placesOf = async (session: SessionView): Promise<Pick<RunParts, "workspace" | "sandbox">> => ({
      sandbox: options.sandboxes.forSession(
        session,
        session.settings.sandbox ?? stricterSandbox(config.sandbox, project.sandbox),
        config.network?.allow ?? [],
      ),
      workspace: await createWorkspace({
        root: session.folder,
        added: session.settings.addedFolders ?? [],
        home: options.env["HOME"] ?? homedir(),
      }),
    });
    return {
      ...(await placesOf(view)),
      placesOf,
      registry: options.registry,
      retry: options.retry,
      language,
      shells: options.shells,
      rules,
      ruleOptions,
      model: modelOf,
      limits: ({ settings }) => ({
        ...narrowLimits({ iterations: defaultIterations, ...config.limits }, project.limits),
        ...settings.limits,
      }),
      skills: options.skills,
      instructions: options.instructions,
      agentTypes: agents.types,
      ...(environment?.primary ? { primary: environment.primary } : {}),
      endLeftovers,
      sealing: options.sealing,
      servers,
      hooks: {
        hooks,
        areOff: hooksAreOff,
        environment: options.env,
        rules,
        tell: (diagnostic) => onDiagnostic?.(diagnostic),
      },
    };
  };
}
