import type { Config } from "../environment/config.ts";
import type { ProjectConfig } from "../environment/project-config.ts";
import { joinRules, parseRules, type RuleOptions, type Rules, type RuleSource } from "../permission/rules.ts";
import { SkillmintError, type RuleTexts } from "../protocol/index.ts";

type Texts = { readonly [K in keyof RuleTexts]?: readonly string[] | undefined };

/** The rules of one place, as they were written. */
export interface RuleSet {
  source: RuleSource;
  texts: RuleTexts;
  /** The file they stand in, where they stand in one. */
  file?: string;
  /** Where a repository brought them along: the folder that this file belongs to. */
  folder?: string;
}

export interface RuleParts {
  /** The session's folder, a real path. */
  folder: string;
  /** The person's own `config.jsonc`: rules for everything, and those granted for this folder. */
  config?: Pick<Config, "rules" | "workspaces">;
  /** Where that file is. */
  configFile?: string;
  /** As `loadProjectConfig` gives it: empty unless the folder is trusted. */
  project?: Pick<ProjectConfig, "rules">;
  /** Of the named environment that is in use. */
  environment?: Texts | undefined;
  /** Recorded with the session. */
  session?: Texts;
  /** Answers that hold for this session. */
  grants?: readonly string[];
  /** Of this command alone. */
  flags?: Texts;
}

/**
 * The rules of every place, each with where it is from. No place comes before another: deny > ask > allow decides
 * over all of them, so that nothing can take back what another place refuses. Places without rules are left out.
 */
export function collectRules(parts: RuleParts): RuleSet[] {
  const { config, configFile, folder, project, environment, session, grants, flags } = parts;
  const own = config?.workspaces && Object.hasOwn(config.workspaces, folder) ? config.workspaces[folder] : {};
  return [
    toSet("user", config?.rules, configFile),
    toSet("user", own?.rules, configFile),
    ...(project?.rules ?? []).map(({ rules, ...where }) => ({ ...toSet("project", rules), ...where })),
    toSet("environment", environment),
    toSet("session", session),
    toSet("session", { allow: grants }),
    toSet("flag", flags),
  ].filter(({ texts }) => texts.allow.length + texts.ask.length + texts.deny.length > 0);
}

function toSet(source: RuleSource, texts: Texts | undefined, file?: string): RuleSet {
  const { allow = [], ask = [], deny = [] } = texts ?? {};
  const rules = { allow: [...allow], ask: [...ask], deny: [...deny] };
  return { source, texts: rules, ...(file === undefined ? {} : { file }) };
}

/** The rules of all places as the gate reads them. One that cannot be understood is refused with `usage`. */
export function parseRuleSets(
  sets: readonly RuleSet[],
  options: Pick<RuleOptions, "home" | "language"> = {},
): Rules {
  return joinRules(...sets.map((set) => parseSet(set, options)));
}

function parseSet(
  { source, texts, file, folder }: RuleSet,
  options: Pick<RuleOptions, "home" | "language">,
): Rules {
  try {
    return parseRules(texts, { ...options, source, ...(folder === undefined ? {} : { root: folder }) });
  } catch (error) {
    if (file === undefined || !SkillmintError.is(error) || error.code !== "usage") throw error;
    const message = `${file}: ${String(error.params["message"])}`;
    throw new SkillmintError("usage", { params: { message }, cause: error });
  }
}
