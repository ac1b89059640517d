import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { isInside, systemCode } from "./discover/folders.ts";

export interface SkillFile {
  /** Relative to the skill's folder, with `/`. */
  path: string;
  absolute: string;
  type: "markdown" | "script" | "template" | "other";
  bytes: number;
}

export interface SkillFiles {
  /** By path, without SKILL.md, at most `maxListedFiles`. */
  files: SkillFile[];
  /** How many more there are, as far as was counted. */
  more: number;
}

export const maxListedFiles = 500;
const maxEntries = 10_000;
const maxDepth = 16;

const scripts = new Set(
  ".py .sh .bash .zsh .fish .js .mjs .cjs .ts .mts .tsx .jsx .rb .pl .php .lua .ps1 .bat .cmd .r .go .rs .swift .awk".split(
    " ",
  ),
);
const templates = new Set(".tmpl .tpl .template .j2 .jinja .jinja2 .hbs .mustache .ejs .liquid".split(" "));
const left = new Set([".git", "node_modules", "__pycache__", ".DS_Store"]);

function typeOf(path: string, isExecutable: boolean): SkillFile["type"] {
  const extension = extname(path).toLowerCase();
  if (templates.has(extension) || /(?:^|\/)templates?\//i.test(path)) return "template";
  if (extension === ".md" || extension === ".mdx" || extension === ".markdown") return "markdown";
  return scripts.has(extension) || (extension === "" && isExecutable) ? "script" : "other";
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !left.has(entry.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** A regular file of the folder, also by a link that stays in it; `undefined` for everything else. */
async function toFile(folder: string, path: string): Promise<SkillFile | undefined> {
  const absolute = join(folder, path);
  try {
    const real = await realpath(absolute);
    const stats = isInside(folder, real) ? await lstat(real) : undefined;
    if (!stats?.isFile()) return undefined;
    return { path, absolute, type: typeOf(path, (stats.mode & 0o111) !== 0), bytes: stats.size };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * The files that come with a skill, given as found or by its real folder. Links of folders and what leaves it are
 * left out; a command has none.
 */
export async function listSkillFiles(
  skill: string | { folder: string; command?: string },
): Promise<SkillFiles> {
  if (typeof skill === "object" && skill.command !== undefined) return { files: [], more: 0 };
  const folder = typeof skill === "string" ? skill : skill.folder;
  const paths: string[] = [];
  const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  let seen = 0;
  for (let next = 0; next < folders.length && seen < maxEntries; next++) {
    const { path, depth } = folders[next] ?? { path: "", depth: maxDepth };
    for (const entry of await entriesOf(join(folder, path))) {
      if (++seen > maxEntries) break;
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < maxDepth) folders.push({ path: inner, depth: depth + 1 });
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        if (!/^skill\.md$/i.test(inner)) paths.push(inner);
      }
    }
  }
  const files: SkillFile[] = [];
  let more = 0;
  for (const path of paths.sort()) {
    const file = files.length < maxListedFiles ? await toFile(folder, path) : undefined;
    if (file) files.push(file);
    else if (files.length >= maxListedFiles) more++;
  }
  return { files, more };
}
