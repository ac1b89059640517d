import { isAbsolute } from "node:path";

export type RequirementKind =
  | "tool"
  | "mcp"
  | "binary"
  | "env"
  | "file"
  | "skill"
  | "language"
  | "client"
  | "platform";

/** Something a skill needs. Names of tools are ours; files are as the skill points at them. */
export interface Requirement {
  kind: RequirementKind;
  name: string;
  /** The skill itself says so: where it is missing, the skill cannot be used. */
  declared: boolean;
  /** Read out of the text without certainty, such as a first word of an example. */
  guess?: true;
  /** The line it was found on, from 1, of `file` or else of SKILL.md. */
  where?: number;
  /** The supporting file it was found in, relative to the skill's folder. */
  file?: string;
}

export interface CheckedRequirement {
  kind: RequirementKind;
  name: string;
  found: boolean;
  declared: boolean;
  guess?: true;
  where?: number;
  file?: string;
  /** What to do about one that is not there, for a person. */
  hint?: string;
}

/** Looks whether things are there. Nothing is run for it. */
export interface RequirementProbe {
  hasTool(name: string): boolean;
  hasMcp(name: string): boolean;
  findBinary(name: string): Promise<string | undefined>;
  hasEnv(name: string): boolean;
  hasFile(path: string): Promise<boolean>;
  hasSkill(name: string): boolean;
  /** As in `process.platform`. */
  platform?: string;
}

/** A text that belongs to a skill; `path` is relative to the skill's folder, with `/`. */
export interface SkillText {
  path: string;
  text: string;
}

export type AddRequirement = (
  kind: RequirementKind,
  name: string,
  more?: { declared?: boolean; guess?: boolean; where?: number | undefined; file?: string | undefined },
) => void;

const maxRequirements = 300;
const maxNameLength = 200;

export interface RequirementCollector {
  add: AddRequirement;
  list(): Requirement[];
}

function strength(one: Requirement): number {
  return one.declared ? 2 : one.guess ? 0 : 1;
}

/** Keeps one of each kind and name: the surest, and among equals the first. */
export function createCollector(): RequirementCollector {
  const byKey = new Map<string, Requirement>();
  return {
    add(kind, name, more = {}) {
      const key = `${kind} ${name}`;
      if (name === "" || name.length > maxNameLength || /[\0-\x1f\x7f]/.test(name)) return;
      const known = byKey.get(key);
      if (known === undefined && byKey.size >= maxRequirements && more.declared !== true) return;
      const one: Requirement = {
        kind,
        name,
        declared: more.declared ?? false,
        ...(more.guess === true && more.declared !== true ? { guess: true } : {}),
        ...(more.where === undefined ? {} : { where: more.where }),
        ...(more.file === undefined ? {} : { file: more.file }),
      };
      if (known === undefined || strength(known) < strength(one)) byKey.set(key, one);
    },
    list: () => [...byKey.values()],
  };
}

/** A relative path with `/`, without `./`, or nothing where it points at no file of a skill. */
export function tidyPath(path: string): string | undefined {
  if (path === "" || path.length > maxNameLength || path.includes("\0")) return undefined;
  if (isAbsolute(path) || /^([a-z][a-z0-9+.-]*:|[~#@\\/])/i.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  if (parts.length === 0 || parts.at(-1) === "..") return undefined;
  return parts.join("/") + (path.endsWith("/") ? "/" : "");
}
