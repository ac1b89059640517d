import { homedir } from "node:os";
import { join } from "node:path";
import { loadClaudeHooks } from "../environment/claude-settings.ts";
import { loadConfig, type Config } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Hook } from "../environment/hook.ts";
import type { Environments } from "../environment/environments.ts";
import { overlayConfig } from "../environment/overlay-config.ts";
import type { LoadedEnvironment } from "../environment/load-environment.ts";
import { loadProjectConfig, type ProjectConfig } from "../environment/project-config.ts";
import { shareReads } from "../environment/share-reads.ts";
import type { Trust } from "../environment/trust.ts";
import type { RuleOptions, Rules } from "../permission/rules.ts";
import { createTranslate, type Diagnostic, type Language } from "../protocol/index.ts";
import { collectRules, parseRuleSets } from "./rules.ts";

/** All that configuration files say for one folder. */
export interface FolderConfig {
  config: Config;
  /** Empty where the folder is not trusted. */
  project: ProjectConfig;
  /** The environment in use, laid over `config` already. */
  environment?: LoadedEnvironment;
  rules: Rules;
  /** Of all places: the person's own first. */
  hooks: Hook[];
  /** The person wants none, not even those of skills. */
  hooksAreOff: boolean;
  /** How further rules are to be read. */
  ruleOptions: Pick<RuleOptions, "home" | "language">;
  /** What has no effect in those files. */
  diagnostics: Diagnostic[];
}

export interface FolderConfigOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  trust: Pick<Trust, "find">;
  language: Language;
  environments: Pick<Environments, "current">;
}

/** `environment`: the one a session goes by, `none` included; without it the one in use. */
export type ReadFolderConfig = (folder: string, environment?: string) => Promise<FolderConfig>;

/**
 * Reads anew at every call, or together with others who ask at the same time: files may have changed. What cannot be
 * understood at all is refused, naming its file. What it gives is shared: not to be changed.
 */
export function createFolderConfig(options: FolderConfigOptions): ReadFolderConfig {
  const { env, home, trust, language, environments } = options;
  const ruleOptions = { home: env["HOME"] ?? homedir(), language };
  const read: ReadFolderConfig = async (folder, session) => {
    const own = await loadConfig(home, { language });
    const { environment, diagnostics } = await environments.current({ session });
    const config = overlayConfig(own.config, environment);
    const project = await loadProjectConfig(folder, { trust, home, language });
    const claude = await loadClaudeHooks(
      join(home.user, ".claude", "settings.json"),
      "person",
      createTranslate(language),
    );
    const rules = parseRuleSets(
      collectRules({ folder, config, configFile: home.config, project, environment: environment?.rules }),
      ruleOptions,
    );
    const hooksAreOff = config.disableAllHooks === true || claude.areOff === true;
    return {
      config,
      project,
      ...(environment ? { environment } : {}),
      rules,
      hooks: hooksAreOff
        ? []
        : [...own.hooks, ...(environment?.hooks ?? []), ...claude.hooks, ...project.hooks],
      hooksAreOff,
      ruleOptions,
      diagnostics: [...own.diagnostics, ...diagnostics, ...claude.diagnostics, ...project.diagnostics],
    };
  };
  return shareReads(read, (folder, session) => JSON.stringify([folder, session]));
}
