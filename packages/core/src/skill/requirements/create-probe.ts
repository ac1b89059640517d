import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../discover/folders.ts";
import type { RequirementProbe } from "./requirement.ts";

export interface ProbeOptions {
  /** The skill whose files are looked for; without it no file is there. */
  skill?: { folder: string; root: string };
  env: Readonly<Record<string, string | undefined>>;
  platform?: NodeJS.Platform;
  hasTool(name: string): boolean;
  hasMcp(name: string): boolean;
  hasSkill(name: string): boolean;
}

async function isProgram(path: string, platform: NodeJS.Platform): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    if (platform !== "win32") await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Looks a program up as a shell would, without running it. Relative entries of PATH are not looked at. */
export async function findBinary(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (!/^[\w.+@-]{1,128}$/.test(name) || name === "." || name === "..") return undefined;
  const path = env["PATH"] ?? env["Path"] ?? "";
  const endings = platform === "win32" ? ["", ...(env["PATHEXT"] ?? ".EXE;.CMD;.BAT;.COM").split(";")] : [""];
  for (const folder of path.split(delimiter).slice(0, 500)) {
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const candidate = join(folder, name + ending);
      if (await isProgram(candidate, platform)) return candidate;
    }
  }
  return undefined;
}

/**
 * Where a path that a skill's text uses leads, without links: seen from the skill's folder, then from its root (the
 * plugin). Nothing outside the root is found; missing and forbidden look the same.
 */
export async function resolveSkillFile(
  skill: { folder: string; root: string },
  path: string,
): Promise<string | undefined> {
  if (path === "" || path.includes("\0") || isAbsolute(path) || /^[a-z]:|^[\\~]/i.test(path))
    return undefined;
  for (const base of [skill.folder, skill.root]) {
    try {
      const root = await realpath(skill.root);
      const lexical = resolve(await realpath(base), path);
      if (!isInside(root, lexical)) continue;
      const real = await realpath(lexical);
      if (isInside(root, real)) return real;
    } catch (error) {
      const { code } = error as { code?: string };
      if (
        code !== "ENOENT" &&
        code !== "ENOTDIR" &&
        code !== "ELOOP" &&
        code !== "EACCES" &&
        code !== "ENAMETOOLONG"
      )
        throw error;
    }
  }
  return undefined;
}

/** The real probe: PATH, the environment, the skill's own files; the rest is asked of the caller. */
export function createProbe(options: ProbeOptions): RequirementProbe {
  const platform = options.platform ?? process.platform;
  const binaries = new Map<string, Promise<string | undefined>>();
  const { skill } = options;
  return {
    hasTool: (name) => options.hasTool(name),
    hasMcp: (name) => options.hasMcp(name),
    hasSkill: (name) => options.hasSkill(name),
    hasEnv: (name) => Object.hasOwn(options.env, name) && (options.env[name] ?? "") !== "",
    findBinary(name) {
      const known = binaries.get(name) ?? findBinary(name, options.env, platform);
      binaries.set(name, known);
      return known;
    },
    async hasFile(path) {
      if (skill === undefined) return false;
      const real = await resolveSkillFile(skill, path);
      if (real === undefined) return false;
      const found = await stat(real);
      return found.isFile() || found.isDirectory();
    },
    platform,
  };
}
