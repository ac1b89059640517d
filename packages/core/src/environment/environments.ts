import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Diagnostic, Language } from "../protocol/index.ts";
import { compareEnvironments, type EnvironmentChange } from "./compare-environments.ts";
import { loadConfig } from "./config.ts";
import {
  createEnvironmentFolder,
  deleteEnvironmentFolder,
  findEnvironments,
  isEnvironmentThere,
  isSameFolder,
  refuse,
} from "./environment-folder.ts";
import { createWords } from "./environment-texts.ts";
import { withFileLock } from "./file-lock.ts";
import { ifThere } from "./folder-chain.ts";
import {
  asHomeError,
  ensureFolder,
  isEnvironmentName,
  noEnvironment,
  type EnvironmentFolder,
  type Home,
} from "./home.ts";
import { listSkillFolders } from "./list-skill-folders.ts";
import {
  brokenError,
  isBroken,
  loadEnvironment,
  type EnvironmentChecks,
  type LoadedEnvironment,
} from "./load-environment.ts";
import { pickEnvironment, type EnvironmentSource } from "./pick-environment.ts";
import type { Settings } from "./settings.ts";

export interface EnvironmentSummary {
  name: string;
  folder: string;
  active: boolean;
  /** One of its files cannot be used. */
  broken: boolean;
  displayName?: string;
  description?: string;
  model?: string;
}

/** The environment that a run works with; absent where none is chosen or the chosen one is not there. */
export interface CurrentEnvironment {
  environment?: LoadedEnvironment;
  source?: EnvironmentSource;
  diagnostics: Diagnostic[];
}

/**
 * The named environments of a person. Names that are none and environments that are not there are refused with
 * `usage`. Creating, deleting and switching happen one after the other, over all processes.
 */
export interface Environments {
  list(): Promise<{ environments: EnvironmentSummary[]; active?: string; diagnostics: Diagnostic[] }>;
  /** Reads everything anew. What is wrong in its files is among the diagnostics. */
  load(name: string): Promise<LoadedEnvironment>;
  show(name: string): Promise<LoadedEnvironment & { active: boolean; skills: string[] }>;
  /** With a commented configuration, or with a copy of another's files. */
  create(name: string, options?: { from?: string }): Promise<{ folder: string; diagnostics: Diagnostic[] }>;
  /** Only its own folder, never through a link. The one in use is refused unless forced; then none is in use. */
  delete(name: string, options?: { force?: boolean }): Promise<{ folder: string; wasActive: boolean }>;
  /**
   * Switches to it, or to none (`undefined` or `none`). Everything of it is read and checked first: where anything is
   * broken it is refused with `config-unreadable` and nothing has changed. A run that works goes on as it began.
   */
  use(name: string | undefined): Promise<EnvironmentChange>;
  /**
   * What holds now: the flag, else what the session recorded, else what is in use. One that is not there is a
   * diagnostic, unless a flag names it; a broken one is refused with `config-unreadable`, because it may hold rules
   * that refuse something.
   */
  current(wish?: { flag?: string | undefined; session?: string | undefined }): Promise<CurrentEnvironment>;
  /** What is different between two of them, for a session that goes on with another. */
  compare(from: string | undefined, to: string | undefined): Promise<EnvironmentChange>;
}

export interface EnvironmentsOptions extends Partial<EnvironmentChecks> {
  home: Home;
  settings: Pick<Settings, "setActiveEnvironment">;
  language?: Language;
  /** The names of the skills in a folder. Default: its folders with a SKILL.md. */
  skillNames?(folder: string): Promise<readonly string[]>;
  /** Every tool there is. Default: our own. */
  toolNames?: readonly string[];
}

export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { home, settings, skillNames = listSkillFolders } = options;
  const spoken = options.language ? { language: options.language } : {};
  const words = createWords(options.language);
  const checks: EnvironmentChecks = { ...options, env: options.env ?? {} };
  const folderOf = (name: string): EnvironmentFolder => home.environment(name, options.language);

  const config = async () => (await loadConfig(home, spoken)).config;

  async function unknown(name: string) {
    const { names } = await findEnvironments(home, words);
    return refuse(words("environment.unknown", { name, known: names.join(", ") || "-" }));
  }

  async function load(name: string): Promise<LoadedEnvironment> {
    const folder = folderOf(name);
    if (!(await isEnvironmentThere(folder))) throw await unknown(name);
    return loadEnvironment(name, folder, checks);
  }

  async function loadUsable(name: string): Promise<LoadedEnvironment> {
    const loaded = await load(name);
    if (isBroken(loaded)) throw brokenError(loaded);
    return loaded;
  }

  /** What there was before, for saying what changed: one that is gone or broken brought nothing. */
  async function loadIfUsable(name: string | undefined): Promise<LoadedEnvironment | undefined> {
    if (name === undefined || !(await isThere(name))) return undefined;
    const loaded = await load(name);
    return isBroken(loaded) ? undefined : loaded;
  }

  async function isThere(name: string): Promise<boolean> {
    return isEnvironmentName(name) && isEnvironmentThere(folderOf(name));
  }

  const missing = (name: string): Diagnostic => ({
    path: home.config,
    severity: "warning",
    code: "environment-missing",
    message: words("environment.missing", { name }),
  });

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    await ensureFolder(dirname(home.environments));
    return asHomeError(home.environments, () => withFileLock(home.environments, work));
  }

  async function compare(from: string | undefined, to: LoadedEnvironment | undefined) {
    const change = await compareEnvironments({
      from: await loadIfUsable(from),
      to,
      config: await config(),
      skillNames,
      ...(options.toolNames ? { toolNames: options.toolNames } : {}),
    });
    return { ...change, ...(from === undefined ? {} : { from }) };
  }

  async function isActive(name: string, active: string | undefined): Promise<boolean> {
    if (active === undefined || name === active) return name === active;
    return (await isThere(active)) && isSameFolder(folderOf(name).root, folderOf(active).root);
  }

  return {
    load,
    async list() {
      const { activeEnvironment: active } = await config();
      const { names, diagnostics } = await findEnvironments(home, words);
      const environments = await Promise.all(
        names.map(async (name): Promise<EnvironmentSummary> => {
          const loaded = await load(name);
          const { displayName, description } = loaded.config;
          return {
            name,
            folder: loaded.folder.root,
            active: name === active,
            broken: isBroken(loaded),
            ...(displayName === undefined ? {} : { displayName }),
            ...(description === undefined ? {} : { description }),
            ...(loaded.model === undefined ? {} : { model: loaded.model }),
          };
        }),
      );
      if (active !== undefined && !(await isThere(active))) diagnostics.push(missing(active));
      return { environments, ...(active === undefined ? {} : { active }), diagnostics };
    },
    async show(name) {
      const loaded = await load(name);
      const skills = [...(await skillNames(loaded.skillsFolder))];
      return { ...loaded, active: await isActive(name, (await config()).activeEnvironment), skills };
    },
    async create(name, { from } = {}) {
      const target = { name, folder: folderOf(name) };
      const source = from === undefined ? undefined : { name: from, folder: folderOf(from) };
      return alone(async () => {
        const { names } = await findEnvironments(home, words);
        const twin = names.find((known) => known.toLowerCase() === name.toLowerCase());
        if (twin !== undefined || (await ifThere(lstat(target.folder.root))))
          throw refuse(words("environment.exists", { name: twin ?? name, folder: target.folder.root }));
        if (source && !(await isEnvironmentThere(source.folder))) throw await unknown(source.name);
        const diagnostics = await createEnvironmentFolder(home, target, source, words);
        return { folder: target.folder.root, diagnostics };
      });
    },
    async delete(name, { force = false } = {}) {
      const folder = folderOf(name);
      return alone(async () => {
        if (!(await isEnvironmentThere(folder))) throw await unknown(name);
        const wasActive = await isActive(name, (await config()).activeEnvironment);
        if (wasActive && !force) throw refuse(words("environment.active", { name }));
        await deleteEnvironmentFolder(home, folder, words);
        if (wasActive) await settings.setActiveEnvironment(undefined);
        return { folder: folder.root, wasActive };
      });
    },
    async use(name) {
      const wanted = name?.toLowerCase() === noEnvironment ? undefined : name;
      if (wanted !== undefined) folderOf(wanted);
      return alone(async () => {
        const loaded = wanted === undefined ? undefined : await loadUsable(wanted);
        const change = await compare((await config()).activeEnvironment, loaded);
        // Last of all: whatever fails before leaves the old one in use.
        await settings.setActiveEnvironment(wanted);
        return change;
      });
    },
    async current(wish = {}) {
      const picked = pickEnvironment({ ...wish, active: (await config()).activeEnvironment });
      const { name, source } = picked;
      if (name === undefined) return { ...(source ? { source } : {}), diagnostics: [] };
      if (source !== "flag" && !(await isThere(name))) return { ...picked, diagnostics: [missing(name)] };
      const environment = await loadUsable(name);
      return { environment, ...(source ? { source } : {}), diagnostics: environment.diagnostics };
    },
    compare: async (from, to) => compare(from, await loadIfUsable(to)),
  };
}
