import type { Dirent } from "node:fs";
import { basename, join, sep } from "node:path";
import type { Diagnostic, Translate } from "../../protocol/index.ts";
import { isFolder, isHidden, isInside, isOutput, realPathOf } from "./folders.ts";
import type { SkillRoot } from "./layer.ts";
import { listFolder } from "./list-folder.ts";
import { lookAt, lookBeside, type SeenFile } from "./look-at.ts";
import { readPluginName } from "./plugin-manifest.ts";
import { createProblems, describeProblem } from "./problems.ts";
import type { Sighting } from "./sighting.ts";
import type { TimeSlice } from "./time-slice.ts";

export interface ScanLimits {
  /** How many folders below the root a skill may lie. */
  depth: number;
  /** How many folders without a SKILL.md are looked into. */
  folders: number;
  skills: number;
}

export const scanLimits: ScanLimits = { depth: 6, folders: 2_000, skills: 50_000 };

export interface Scan {
  /** In the order of depth, then of names. */
  sightings: Sighting[];
  diagnostics: Diagnostic[];
}

export interface ScanOptions {
  t: Translate;
  slice: TimeSlice;
  limits: ScanLimits;
}

/** A folder without a SKILL.md, to be looked through. */
interface Group {
  folder: string;
  depth: number;
  plugin: string | undefined;
  /** What its skills may read beside their own folder. */
  root: string | undefined;
}

/**
 * Looks through a folder for skills. A folder with SKILL.md is one and is not looked into; others are, breadth
 * first, within the limits. `real` is the root's folder without links.
 */
export async function scanRoot(root: SkillRoot, real: string, options: ScanOptions): Promise<Scan> {
  const { t, slice, limits } = options;
  const problems = createProblems(real, t);
  const sightings: Sighting[] = [];
  const visited = new Set([real]);
  const pluginRoot = root.root === undefined ? undefined : realPathOf(root.root);
  const groups: Group[] = [];
  let looked = 0;
  let isDeep = false;
  let isCut = false;
  const isFull = (): boolean => (isCut ||= sightings.length >= limits.skills);

  const take = (folder: string, seen: SeenFile, group: Pick<Group, "plugin" | "root">): void => {
    const readable = group.root !== undefined && isInside(group.root, folder) ? group.root : folder;
    const sighting: Sighting = { folder, file: seen.file, stats: seen.stats, root: readable };
    const sidecar = lookBeside(folder);
    if (sidecar) sighting.sidecar = sidecar;
    if (group.plugin !== undefined) sighting.plugin = group.plugin;
    sightings.push(sighting);
  };
  /** Where a link of a folder leads, if it may be followed. */
  const follow = (path: string): string | undefined => {
    const target = realPathOf(path);
    if (target === undefined) {
      problems.add(describeProblem(path, "skill-link-broken", t));
    } else if (isFolder(target)) {
      if (isInside(target, real)) problems.add(describeProblem(path, "folder-link-loop", t, "info"));
      else if (root.within !== undefined && !isInside(root.within, target))
        problems.add(describeProblem(path, "folder-link-outside", t));
      else return target;
    }
    return undefined;
  };
  const folderOf = (entry: Dirent, parent: string): string | undefined => {
    if (isHidden(entry.name)) return undefined;
    const path = parent + sep + entry.name;
    if (entry.isDirectory()) return path;
    return entry.isSymbolicLink() && !isSkillName(entry.name) ? follow(path) : undefined;
  };
  /** Where the target of a linked SKILL.md must lie. */
  const confinesOf = (folder: string, group: Group) => (): string =>
    isInside(group.root ?? real, folder) ? (group.root ?? real) : folder;
  /** The folders in a group: those that are skills are taken, the others come later. */
  const lookThrough = async (entries: readonly Dirent[], group: Group): Promise<void> => {
    for (const entry of entries) {
      if (slice.isOver()) await slice.rest();
      const folder = folderOf(entry, group.folder);
      if (folder === undefined) continue;
      const seen = lookAt(folder, "SKILL.md", confinesOf(folder, group), problems, t);
      if (typeof seen === "object") {
        if (isFull()) return;
        take(folder, seen, group);
      } else if (!isOutput(basename(folder)) && !visited.has(folder)) {
        visited.add(folder);
        groups.push({ ...group, folder, depth: group.depth + 1 });
      }
    }
  };
  const open = async (group: Group): Promise<void> => {
    const entries = listFolder(group.folder, problems, t);
    const name = entries.find((entry) => isOtherSkillName(entry.name))?.name;
    const seen =
      name === undefined ? "none" : lookAt(group.folder, name, confinesOf(group.folder, group), problems, t);
    if (typeof seen === "object") {
      if (!isFull()) take(group.folder, seen, group);
      return;
    }
    looked++;
    if (group.depth > 0 && root.layer === "project" && entries.some((entry) => entry.name === ".git")) {
      problems.add(describeProblem(group.folder, "folder-other-repository", t, "info"));
    } else if (group.depth > 0 && group.plugin === undefined && isPlugin(group.folder, entries)) {
      openPlugin(group);
    } else if (group.depth < limits.depth) {
      await lookThrough(entries, group);
    } else isDeep ||= entries.some((entry) => entry.isDirectory() && !isOutput(entry.name));
  };
  const openPlugin = (group: Group): void => {
    const folder = realPathOf(join(group.folder, "skills"));
    if (folder === undefined || !isInside(group.folder, folder) || visited.has(folder)) return;
    visited.add(folder);
    const plugin = readPluginName(group.folder, basename(group.folder));
    groups.push({ folder, depth: group.depth + 1, plugin, root: group.folder });
  };

  const top: Group = { folder: real, depth: 0, plugin: root.plugin, root: pluginRoot };
  const own = lookAt(real, "SKILL.md", confinesOf(real, top), problems, t);
  if (typeof own === "object") take(real, own, top);
  else groups.push(top);
  for (let next = 0; next < groups.length; next++) {
    const group = groups[next];
    if (group === undefined || isCut) break;
    if (looked > limits.folders) {
      const message = t("discover.folders-limit", { limit: limits.folders });
      problems.add({ path: real, severity: "warning", code: "folders-limit", message });
      break;
    }
    if (slice.isOver()) await slice.rest();
    await open(group);
  }
  if (isCut) {
    const message = t("discover.skills-limit", { limit: limits.skills });
    problems.add({ path: real, severity: "warning", code: "skills-limit", message });
  }
  if (isDeep) problems.add(describeProblem(real, "folder-too-deep", t, "info"));
  return { sightings, diagnostics: problems.list() };
}

function isSkillName(name: string): boolean {
  return name.length === 8 && name.toLowerCase() === "skill.md";
}

function isOtherSkillName(name: string): boolean {
  return name !== "SKILL.md" && isSkillName(name);
}

function isPlugin(folder: string, entries: readonly Dirent[]): boolean {
  return (
    entries.some((entry) => entry.name === ".claude-plugin" && entry.isDirectory()) &&
    realPathOf(join(folder, ".claude-plugin", "plugin.json")) !== undefined
  );
}
