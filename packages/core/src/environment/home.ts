import { mkdir } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { SkillmintError, type Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The files of one named environment. */
export interface EnvironmentFolder {
  root: string;
  config: string;
  agents: string;
  models: string;
  skills: string;
}

/** Where everything of a user lives. Only paths: nothing exists before it is written to. */
export interface Home {
  root: string;
  /** The person's own home folder, whatever `root` was moved to. */
  user: string;
  config: string;
  models: string;
  secrets: string;
  /** Which folders the person trusts. */
  trust: string;
  database: string;
  environments: string;
  skills: string;
  packs: string;
  memory: string;
  cassettes: string;
  /** For what can be made again at any time. */
  cache: string;
  /** Refused with `usage` where the name is no plain folder name. */
  environment(name: string, language?: Language): EnvironmentFolder;
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function expandTilde(path: string, userHome: string): string {
  return path === "~" || path.startsWith("~/") ? join(userHome, path.slice(1)) : path;
}

/** `homedir` counts where the environment names no `HOME`. Relative XDG folders are ignored, as their standard says. */
export function createHome({ env, homedir }: { env: Env; homedir: string }): Home {
  const userHome = absolute(env["HOME"]) ?? homedir;
  const override = env["SKILLMINT_HOME"];
  const root = override ? resolve(expandTilde(override, userHome)) : join(userHome, ".skillmint");
  const xdgCache = absolute(env["XDG_CACHE_HOME"]);
  const environments = join(root, "environments");
  return {
    root,
    user: userHome,
    config: join(root, "config.jsonc"),
    models: join(root, "models.jsonc"),
    secrets: join(root, "secrets.json"),
    trust: join(root, "trust.json"),
    database: join(root, "skillmint.db"),
    environments,
    skills: join(root, "skills"),
    packs: join(root, "packs"),
    memory: join(root, "memory"),
    cassettes: join(root, "cassettes"),
    cache: xdgCache === undefined || override ? join(root, "cache") : join(xdgCache, "skillmint"),
    environment: (name, language) => {
      if (!isEnvironmentName(name)) {
        throw new SkillmintError("usage", {
          params: { message: createWords(language)("environment.badName", { name }) },
        });
      }
      const folder = join(environments, name);
      return {
        root: folder,
        config: join(folder, "config.jsonc"),
        agents: join(folder, "agents.jsonc"),
        models: join(folder, "models.jsonc"),
        skills: join(folder, "skills"),
      };
    },
  };
}

/** One path component that is the same name on every system. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name) && !name.endsWith(".");
}

/** What stands for no environment wherever one is named; none can be called so. */
export const noEnvironment = "none";

const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A plain name that no system reads as a device, and not the word for none. */
export function isEnvironmentName(name: string): boolean {
  return isPlainName(name) && !deviceName.test(name) && name.toLowerCase() !== noEnvironment;
}

/** Creates a folder of the home, readable by its owner only; refused with `home-unwritable`. */
export async function ensureFolder(folder: string): Promise<void> {
  await asHomeError(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENAMETOOLONG", "ELOOP"]);

/** Runs a write below the home and words what the system says when it cannot be done. */
export async function asHomeError<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === undefined || !unwritable.has(code)) throw error;
    throw new SkillmintError("home-unwritable", { params: { path }, detail: message ?? code, cause: error });
  }
}
