import { join } from "node:path";
import { z } from "zod";
import type { Language, Limits, RuleTexts, SessionSettings } from "../protocol/index.ts";
import { loadClaudeHooks } from "./claude-settings.ts";
import { configSchema } from "./config.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { createWords, type Words } from "./environment-texts.ts";
import { findGitRoot, foldersUpward, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";
import type { Hook } from "./hook.ts";
import { hooksOfDocument } from "./hooks-of-document.ts";
import { diagnoseUnknown, validateJsonc } from "./jsonc-document.ts";
import { readJsonc } from "./jsonc-file.ts";
import type { ReadHooks } from "./read-hooks.ts";
import { joinSkillPermissions, type SkillPermissions } from "./skill-settings.ts";
import type { Trust } from "./trust.ts";

/** All that a project may say. Never a mode, an address, a key or a variable: those are a person's. */
const projectSchema = z.looseObject({
  rules: configSchema.shape.rules,
  limits: configSchema.shape.limits,
  sandbox: configSchema.shape.sandbox,
  permissions: configSchema.shape.permissions,
  skills: configSchema.shape.skills,
  hooks: configSchema.shape.hooks,
  disableAllHooks: configSchema.shape.disableAllHooks,
});
type ProjectFile = z.infer<typeof projectSchema>;

/** Below the folder of a project. */
const projectConfigPath = join(".skillmint", "config.jsonc");
/** Of these only the hooks count. */
const claudePaths = ["settings.json", "settings.local.json"].map((name) => join(".claude", name));

type Sandbox = NonNullable<SessionSettings["sandbox"]>;

/** The rules of one file, so that what decides can be named. */
export interface ProjectRules {
  file: string;
  /** The folder that the file belongs to. */
  folder: string;
  rules: Partial<RuleTexts>;
}

/** What a project takes away of skills; it can give none back. */
export interface ProjectSkills {
  /** All are switched off. */
  disabled: boolean;
  /** Ids of those that are switched off. */
  off: string[];
  disableShell: boolean;
  /**
   * Never `allow`. To be asked beside the person's own, the stricter answer holds: in one map with them a narrow `ask`
   * would come before a wide `deny`.
   */
  permissions: SkillPermissions;
}

/** What the files of a trusted project say together; empty where it is not trusted. */
export interface ProjectConfig {
  /** Nearest first. */
  rules: ProjectRules[];
  /** The narrowest of each. Only to be used with `narrowLimits`. */
  limits: Limits;
  /** The strictest; never `off`. Only to be used with `stricterSandbox`. */
  sandbox?: Sandbox;
  /** Absent where nothing is taken away. */
  skills?: ProjectSkills;
  /** Nearest first, those of other clients' settings included. */
  hooks: Hook[];
  diagnostics: Diagnostic[];
}

/** While its files are read. */
interface Found extends ProjectConfig {
  hooksAreOff?: boolean;
}

/** The smaller of each limit: a project can take away, never give. */
export function narrowLimits(limits: Limits, project: Limits): Limits {
  const smaller = (key: keyof Limits) => {
    const values = [limits[key], project[key]].filter((value) => value !== undefined);
    return values.length === 0 ? {} : { [key]: Math.min(...values) };
  };
  return { ...smaller("iterations"), ...smaller("tokens"), ...smaller("cost"), ...smaller("timeMs") };
}

const strictness: readonly Sandbox[] = ["off", "auto", "require"];

/** The stricter of what the person chose (`auto` where nothing) and what the project wants. */
export function stricterSandbox(chosen: Sandbox | undefined, project: Sandbox | undefined): Sandbox {
  const rank = Math.max(strictness.indexOf(chosen ?? "auto"), strictness.indexOf(project ?? "off"));
  return strictness[rank] ?? "require";
}

/** From the folder up to the root of its repository, and none outside the trusted one. */
export async function candidateFolders(real: string, trusted: string): Promise<string[]> {
  const gitRoot = await findGitRoot(real);
  return foldersUpward(real).filter(
    (folder) => isWithin(folder, trusted) && (gitRoot === undefined || isWithin(folder, gitRoot)),
  );
}

/** The file to read, `undefined` where there is none or it is the person's own. */
async function findFile(file: string, own: string): Promise<string | undefined> {
  const real = await realPathOf(file);
  return real === undefined || real === (await realPathOf(own)) ? undefined : real;
}

function warn(path: string, code: Diagnostic["code"], message: string): Diagnostic {
  return { path, severity: "warning", code, message };
}

/** The names of what would give instead of take away. */
function findWidening({ permissions, skills }: ProjectFile): string[] {
  const allowed = Object.entries(permissions?.skill ?? {}).filter(([, permission]) => permission === "allow");
  const on = Object.entries(skills?.skills ?? {}).filter(([, { enabled }]) => enabled === true);
  return [
    ...allowed.map(([pattern]) => `permissions.skill.${pattern}`),
    ...(skills?.enabled === true ? ["skills.enabled"] : []),
    ...(skills?.disableShell === false ? ["skills.disableShell"] : []),
    ...on.map(([id]) => `skills.skills.${id}`),
  ];
}

function narrowSkills(before: ProjectSkills | undefined, file: ProjectFile): ProjectSkills | undefined {
  const strict = Object.entries(file.permissions?.skill ?? {}).filter(
    ([, permission]) => permission !== "allow",
  );
  const off = Object.entries(file.skills?.skills ?? {}).filter(([, { enabled }]) => enabled === false);
  const disabled = file.skills?.enabled === false;
  const disableShell = file.skills?.disableShell === true;
  if (strict.length === 0 && off.length === 0 && !disabled && !disableShell) return before;
  return {
    disabled: disabled || before?.disabled === true,
    off: [...new Set([...(before?.off ?? []), ...off.map(([id]) => id)])],
    disableShell: disableShell || before?.disableShell === true,
    permissions: joinSkillPermissions(before?.permissions, Object.fromEntries(strict)),
  };
}

function addHooks(project: Found, { hooks, areOff, diagnostics }: ReadHooks): void {
  project.hooks.push(...hooks);
  if (areOff) project.hooksAreOff = true;
  project.diagnostics.push(...diagnostics);
}

async function addFile(project: Found, folder: string, file: string, words: Words): Promise<void> {
  const document = await readJsonc(file, words);
  const content = validateJsonc(document, projectSchema, words);
  const { rules, limits, sandbox } = content;
  if (rules) {
    const { allow, ask, deny } = rules;
    const texts = { ...(allow ? { allow } : {}), ...(ask ? { ask } : {}), ...(deny ? { deny } : {}) };
    project.rules.push({ file, folder, rules: texts });
  }
  if (limits) project.limits = narrowLimits(project.limits, limits);
  if (sandbox === "off")
    project.diagnostics.push(warn(file, "not-for-projects", words("project.sandboxOff")));
  else if (sandbox) project.sandbox = stricterSandbox(project.sandbox, sandbox);
  const skills = narrowSkills(project.skills, content);
  if (skills) project.skills = skills;
  for (const name of findWidening(content))
    project.diagnostics.push(warn(file, "not-for-projects", words("project.widens", { name })));
  project.diagnostics.push(...diagnoseUnknown(document, projectSchema, words, "not-for-projects"));
  addHooks(project, await hooksOfDocument(document, "project", words));
}

/**
 * The `.skillmint/config.jsonc` files of a project, and the hooks of its `.claude/settings.json`. Nothing is read, or even looked for, before a person trusted the
 * folder. One that cannot be understood is refused with `config-unreadable`: it may hold rules that refuse something.
 */
export async function loadProjectConfig(
  folder: string,
  deps: { trust: Pick<Trust, "find">; home: Pick<Home, "config" | "user">; language?: Language },
): Promise<ProjectConfig> {
  const words = createWords(deps.language);
  const project: Found = { rules: [], limits: {}, hooks: [], diagnostics: [] };
  const trusted = await deps.trust.find(folder);
  const real = await realPathOf(folder);
  if (!trusted || real === undefined) return project;
  /** The file without links, where it may be read. */
  const locateFile = async (file: string, own: string): Promise<string | undefined> => {
    const found = await findFile(file, own);
    if (found === undefined || isWithin(found, trusted.folder)) return found;
    const message = words("project.outside", { folder: trusted.folder });
    project.diagnostics.push(warn(file, "outside-project", message));
    return undefined;
  };
  for (const candidate of await candidateFolders(real, trusted.folder)) {
    const file = await locateFile(join(candidate, projectConfigPath), deps.home.config);
    if (file !== undefined) await addFile(project, candidate, file, words);
    for (const path of claudePaths) {
      const settings = await locateFile(join(candidate, path), join(deps.home.user, path));
      if (settings !== undefined) addHooks(project, await loadClaudeHooks(settings, "project", words));
    }
  }
  const { hooksAreOff, ...said } = project;
  return hooksAreOff ? { ...said, hooks: [] } : said;
}
