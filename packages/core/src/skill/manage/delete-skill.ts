import { randomUUID } from "node:crypto";
import { lstat, readdir, realpath, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import type { Skill } from "../skill.ts";
import { isBelow } from "./within.ts";

export interface DeleteOptions {
  /** The folders that hold the user's skills. */
  roots: readonly string[];
  t: Translate;
}

export interface DeletedSkill {
  /** What is gone: the skill's folder, or the link to it. */
  path: string;
  /** Only a link was taken away; what it led to is still there. */
  unlinked: boolean;
}

const maxDepth = 6;
const maxEntries = 20_000;

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

function refuse(skill: Skill, detail: string): SkillmintError {
  return new SkillmintError("skill-refused", { params: { name: skill.name }, detail });
}

async function realRoots(roots: readonly string[]): Promise<string[]> {
  const real: string[] = [];
  for (const root of roots) {
    try {
      real.push(await realpath(root));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  return real;
}

/** The link below a root that a skill from elsewhere was found through. */
async function findLink(root: string, target: string): Promise<string | undefined> {
  let level = [root];
  let seen = 0;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if ((seen += 1) > maxEntries) return undefined;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) next.push(path);
        else if (entry.isSymbolicLink() && (await realpath(path).catch(() => undefined)) === target)
          return path;
      }
    }
    level = next;
  }
  return undefined;
}

/** Moves a folder away in one step, so that nobody finds half a skill, then removes it. */
async function removeFolder(folder: string, root: string): Promise<void> {
  const hidden = `.deleted-${randomUUID()}`;
  let aside = join(dirname(root), hidden);
  try {
    await rename(folder, aside);
  } catch (error) {
    if (!["EXDEV", "EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) throw error;
    aside = join(dirname(folder), hidden);
    await rename(folder, aside);
  }
  await rm(aside, { recursive: true, force: true });
}

/** Where `deleteSkill` would act, for a question that names the full path first. Refuses what it would refuse. */
export async function locateDeletable(
  skill: Skill,
  { roots, t }: DeleteOptions,
): Promise<DeletedSkill & { root: string }> {
  if (skill.layer !== "user") throw refuse(skill, t("skill.onlyUser"));
  const notFound = (): SkillmintError =>
    new SkillmintError("skill-not-found", {
      params: { name: skill.name, nearest: "-" },
      detail: t("skill.notFound"),
    });
  const notBelow = (): SkillmintError => refuse(skill, t("skill.notBelowRoot", { path: skill.folder }));
  try {
    if (!(await lstat(skill.folder)).isDirectory()) throw notBelow();
    const names = await readdir(skill.folder);
    if (!names.some((name) => name.toLowerCase() === "skill.md")) throw notFound();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") throw notFound();
    throw error;
  }
  if ((await realpath(skill.folder)) !== skill.folder) throw notBelow();
  const real = await realRoots(roots);
  if (real.some((root) => root === skill.folder || isBelow(skill.folder, root))) throw notBelow();
  const root = real.find((each) => isBelow(each, skill.folder));
  if (root !== undefined) return { path: skill.folder, unlinked: false, root };
  for (const each of real) {
    const link = await findLink(each, skill.folder);
    if (link !== undefined) return { path: link, unlinked: true, root: each };
  }
  throw notBelow();
}

/**
 * Deletes a user's skill with all its files and says which path is gone. Only a real folder below one of `roots` is
 * removed, never a root, and what a link leads to stays. The path is the one discovery found, never made of an id.
 */
export async function deleteSkill(skill: Skill, options: DeleteOptions): Promise<DeletedSkill> {
  const { path, unlinked, root } = await locateDeletable(skill, options);
  if (unlinked) await unlink(path);
  else await removeFolder(path, root);
  return { path, unlinked };
}
