import { access, constants, readdir } from "node:fs/promises";
import { delimiter, isAbsolute, join, posix } from "node:path";
import type { CommandPart, Resource } from "../request.ts";
import { isSecret } from "../guarded-path.ts";
import { matchSigns, readSigns } from "../wildcard.ts";
import { analyzeCommand } from "./analyze-command.ts";
import { findNamedProgram } from "./find-named-program.ts";
import { findSecrets } from "./find-secrets.ts";
import type { DeepPath } from "./judge-command.ts";
import { giveReason, type Reason } from "./reason.ts";

export interface CommandSurroundings {
  /** Follows links and says whether the path lies outside the workspace; throws where it can be no file. */
  resolve(path: string): Promise<{ real: string; outside: boolean }>;
  /** The PATH that the command will be run with. */
  searchPath?: string;
}

const maxMatches = 500;

/**
 * What a shell command touches, for the gate: the command with its parts, and the real paths it reads and
 * writes. What the file system says against a part (a link to somewhere else, a program of the workspace's own
 * with the same name, a repository that names programs for git to run) is taken into account.
 */
export async function commandResources(
  command: string,
  folder: string,
  surroundings: CommandSurroundings,
): Promise<Resource[]> {
  const analysis = analyzeCommand(command, folder);
  if (analysis.parts === null) {
    return [
      {
        kind: "command",
        command,
        folder,
        parts: null,
        ...(analysis.reason ? { reason: analysis.reason } : {}),
      },
    ];
  }
  let { parts } = analysis;
  const reads = [...analysis.reads];
  for (const glob of analysis.globs) {
    const matches = await expandGlob(glob);
    if (matches) reads.push(...matches);
    else parts = parts.map((part) => unprove(part, giveReason("too-many-files", glob)));
  }
  let paths: Resource[] = [];
  for (const [list, kind] of [
    [reads, "read"],
    [analysis.writes, "write"],
  ] as const) {
    for (const path of new Set(list)) {
      const [resolved] = await Promise.allSettled([surroundings.resolve(path)]);
      if (resolved.status === "rejected")
        parts = parts.map((part) => unprove(part, giveReason("argument", path)));
      else
        paths.push({
          kind: "path",
          path: resolved.value.real,
          access: kind,
          outside: resolved.value.outside,
        });
    }
  }
  for (const { path, outside, hidden, secrets } of await findTrees(analysis.deep, surroundings)) {
    if (secrets === undefined) parts = parts.map((part) => unprove(part, giveReason("too-many-files", path)));
    const read = { kind: "path", access: "read", outside } as const;
    const isSame = (one: Resource) => one.kind === "path" && one.access === "read" && one.path === path;
    paths = [
      ...paths.filter((one) => !isSame(one)),
      { ...read, path, deep: hidden ? "all" : "visible" },
      ...(secrets ?? []).map((secret) => ({ ...read, path: secret })),
    ];
  }
  const folders = [folder, ...paths.flatMap((path) => (path.kind === "path" ? [path.path] : []))];
  const inside = await searchedInside(folder, surroundings);
  parts = await Promise.all(parts.map((part) => doubtPart(part, folders, inside)));
  return [{ kind: "command", command, folder, parts }, ...withoutRepeats(paths)];
}

interface Tree {
  path: string;
  outside: boolean;
  hidden: boolean;
  /** Files below that may hold secrets; undefined: there is too much to tell. */
  secrets: string[] | undefined;
}

/** The folders that are shown with all that lies below. A path that can be none was found out before. */
async function findTrees(deep: readonly DeepPath[], { resolve }: CommandSurroundings): Promise<Tree[]> {
  const trees: Tree[] = [];
  for (const { path, isGlob, ...depth } of deep) {
    const places = isGlob ? ((await expandGlob(path)) ?? []) : [path];
    for (const resolved of await Promise.allSettled(places.map((place) => resolve(place)))) {
      if (resolved.status === "rejected") continue;
      const { real, outside } = resolved.value;
      // Outside is asked about anyway, and may be the whole machine.
      const isAsked = outside || isSecret(real);
      const secrets = isAsked ? [] : await findSecrets(real, depth);
      trees.push({ path: real, outside, hidden: depth.hidden, secrets });
    }
  }
  return trees;
}

function unprove(part: CommandPart, reason: Reason): CommandPart {
  return part.readOnly ? { ...part, readOnly: false, planSafe: false, reason } : part;
}

function withoutRepeats(paths: readonly Resource[]): Resource[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** The files that a pattern of the shell matches now; undefined: too many, or it starts in the home folder. */
async function expandGlob(pattern: string): Promise<string[] | undefined> {
  // An escaped character may stand in a name that a link has: what is not read exactly as bash does, is asked about.
  if (!pattern.startsWith("/") || pattern.includes("\\")) return undefined;
  let found = [""];
  for (const name of pattern.split("/").slice(1)) {
    if (!/[*?[]/.test(name)) {
      found = found.map((folder) => `${folder}/${name}`);
      continue;
    }
    if (name.includes("[")) return undefined;
    const signs = readSigns(name, "*?");
    const lists = await Promise.all(found.map((folder) => listNames(folder)));
    found = found.flatMap((folder, i) =>
      (lists[i] ?? [])
        .filter((entry) => (name.startsWith(".") || !entry.startsWith(".")) && matchSigns(signs, entry))
        .map((entry) => `${folder}/${entry}`),
    );
    const isUnreadable = found.some((path) => path.includes("\ufffd"));
    if (found.length > maxMatches || isUnreadable) return undefined;
  }
  return found;
}

async function listNames(folder: string): Promise<string[]> {
  const [names] = await Promise.allSettled([readdir(folder === "" ? "/" : folder)]);
  return names.status === "fulfilled" ? names.value : [];
}

async function doubtPart(
  part: CommandPart,
  folders: readonly string[],
  inside: readonly string[],
): Promise<CommandPart> {
  if (!part.readOnly) return part;
  const names = new Set(part.layers.map((layer) => layer.split(" ")[0] ?? ""));
  for (const name of names) {
    if (await isIn(inside, name)) return unprove(part, giveReason("shadowed", name));
  }
  if (![...names].some((name) => posix.basename(name) === "git")) return part;
  const named = await findNamedProgram(folders);
  return named === undefined ? part : unprove(part, giveReason("git-config", named));
}

/** The folders of PATH that lie in the workspace or wherever the shell stands. */
async function searchedInside(
  folder: string,
  { searchPath, resolve }: CommandSurroundings,
): Promise<string[]> {
  if (searchPath === undefined) return [];
  const inside: string[] = [];
  for (const entry of new Set(searchPath.split(delimiter))) {
    const place = isAbsolute(entry) ? entry : join(folder, entry);
    const [resolved] = await Promise.allSettled([resolve(place)]);
    if (resolved.status === "fulfilled" && (!isAbsolute(entry) || !resolved.value.outside))
      inside.push(place);
  }
  return inside;
}

async function isIn(folders: readonly string[], name: string): Promise<boolean> {
  if (name === "" || name.includes("/")) return false;
  const found = await Promise.allSettled(folders.map((folder) => access(join(folder, name), constants.X_OK)));
  return found.some((result) => result.status === "fulfilled");
}
