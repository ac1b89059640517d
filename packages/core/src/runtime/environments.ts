import { homedir } from "node:os";
import { createEnvironments, type Environments } from "../environment/environments.ts";
import { createHome, type Env, type Home } from "../environment/home.ts";
import { loadModelsFile, type ModelsFile } from "../environment/models-file.ts";
import { overlayModels } from "../environment/environment-models.ts";
import type { Config } from "../environment/config.ts";
import type { ProjectSkills } from "../environment/project-config.ts";
import type { SkillPermissions } from "../environment/skill-settings.ts";
import { createSecrets, type Secrets } from "../environment/secrets.ts";
import { createSettings, type Settings } from "../environment/settings.ts";
import { findProvider } from "../model/providers.ts";
import { parseRule } from "../permission/rules.ts";
import { explain, SkillmintError, type Language } from "../protocol/index.ts";

export interface OpenEnvironmentsOptions {
  env: Env;
  language: Language;
  home?: Home;
  settings?: Settings;
  secrets?: Pick<Secrets, "getSecret">;
  /** The names of the skills in a folder; default: its folders with a SKILL.md. */
  skillNames?(folder: string): Promise<readonly string[]>;
  /** Models of whoever embeds the runtime. */
  modelNames?: readonly string[];
  /** Every tool there is; default: our own. */
  toolNames?: readonly string[];
}

/** What is wrong with a rule, in words; `undefined` where nothing is. */
function checkRule(text: string, language: Language): string | undefined {
  return wrongIn(() => parseRule(text, { language }), language);
}

function wrongIn(check: () => void, language: Language): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!SkillmintError.is(error)) throw error;
    return error.code === "usage" ? String(error.params["message"]) : explain(error, language);
  }
}

/** What a person decided, with rules checked by those who will read them. */
export function openSettings(home: Home, language: Language): Settings {
  return createSettings(home, { language, checkRule: (text) => checkRule(text, language) });
}

/** Whether a name means something: an alias, a provider of the person's own or of ours. Keys are not asked for. */
async function checkModel(name: string, models: ModelsFile, home: Home, language: Language) {
  const known = overlayModels(await loadModelsFile(home, { language }), models);
  const alias = Object.hasOwn(known.models, name) ? known.models[name] : undefined;
  const provider = (alias?.provider ?? name.split("/", 1)[0] ?? "").trim();
  return Object.hasOwn(known.providers, provider)
    ? undefined
    : wrongIn(() => findProvider(provider), language);
}

/** The environments of a person, with their rules and models checked by those who will read them. */
export function openEnvironments(options: OpenEnvironmentsOptions): Environments {
  const { env, language } = options;
  const home = options.home ?? createHome({ env, homedir: homedir() });
  const secrets = options.secrets ?? createSecrets(home, { env, language });
  return createEnvironments({
    home,
    env,
    language,
    settings: options.settings ?? openSettings(home, language),
    checkRule: (text) => checkRule(text, language),
    checkModel: async (name, models) =>
      options.modelNames?.includes(name) ? undefined : checkModel(name, models, home, language),
    hasSecret: async (name) => (await secrets.getSecret(name)) !== undefined,
    ...(options.skillNames ? { skillNames: options.skillNames } : {}),
    ...(options.toolNames ? { toolNames: options.toolNames } : {}),
  });
}

/** What of skills holds for a run. */
export interface SkillPolicy {
  enabled: boolean;
  disableShell: boolean;
  /** The person's, by id; what is not named is on. */
  switches: Readonly<Record<string, { enabled?: boolean }>>;
  /** The person's. */
  permissions: SkillPermissions;
  /**
   * What the project takes away. It is asked beside the person's and the stricter answer holds: joined to theirs, a
   * name could come before an id and a narrow `ask` before a wide `deny`.
   */
  project: { off: readonly string[]; permissions: SkillPermissions };
}

/** From the person's configuration, with the environment's laid over it, and the project's. */
export function toSkillPolicy(
  config: Pick<Config, "skills" | "permissions">,
  project: ProjectSkills | undefined,
): SkillPolicy {
  const switches = Object.entries(config.skills?.skills ?? {}).map(
    ([id, { enabled }]) => [id, enabled === undefined ? {} : { enabled }] as const,
  );
  return {
    enabled: config.skills?.enabled !== false && project?.disabled !== true,
    disableShell: config.skills?.disableShell === true || project?.disableShell === true,
    switches: Object.fromEntries(switches),
    permissions: config.permissions?.skill ?? {},
    project: { off: project?.off ?? [], permissions: project?.permissions ?? {} },
  };
}
