import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Translate } from "../../protocol/index.ts";
import { findSkill } from "../../skill/catalog/find-skill.ts";
import { nameSkills } from "../../skill/catalog/name-skills.ts";
import { createSkillFinder } from "../../skill/discover/discover-skills.ts";
import { realPathOf } from "../../skill/discover/folders.ts";
import { readSkill } from "../../skill/read-skill.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import type { CheckedRequirement } from "../../skill/requirements/requirement.ts";
import type { FoundSkill, Skill, WhyNot } from "../../skill/skill.ts";
import { validateSkill, type Finding, type Profile } from "../../skill/validate/validate-skill.ts";
import type { LibraryState } from "./skill-library.ts";
import { createRequirementFinder, type RequirementContext } from "./skill-requirements.ts";

/** All that can be said about a skill before it runs. */
export interface SkillReport {
  /** The folder or file that was looked at. */
  path: string;
  /** As loading reads them; `null` where there is nothing to be read. */
  name: string | null;
  description: string | null;
  /** What the catalog would say were it a skill of the user, alone of its name. */
  offered: boolean;
  reason?: WhyNot;
  detail?: string;
  /** The reason in words. */
  message?: string;
  valid: boolean;
  /** Of the strict reading of the file as it is, nothing repaired. */
  errors: Finding[];
  warnings: Finding[];
  requirements: CheckedRequirement[];
}

export interface CheckContext extends Omit<RequirementContext, "skills"> {
  folder: string;
  home: string;
  profile: Profile;
}

interface Target {
  path: string;
  /** The folder that would hold the skill; absent for a command, which is only a file. */
  folder?: string;
  command?: Skill;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function toTarget(skill: Skill): Target {
  return skill.command === undefined
    ? { path: skill.folder, folder: skill.folder }
    : { path: skill.file, command: skill };
}

function pathTarget(path: string): Target {
  return { path, folder: basename(path).toLowerCase() === "skill.md" ? dirname(path) : path };
}

/** An id means a skill; what has a separator first of all a path; any other word first of all a skill. */
async function findTarget(
  text: string,
  folder: string,
  skills: readonly Skill[],
  t: Translate,
): Promise<Target> {
  const path = resolve(folder, text);
  const byId = skills.find(({ id }) => id === text);
  if (byId) return toTarget(byId);
  const isPath = /[\\/]|^\.{1,2}$/.test(text) && (await isThere(path));
  const named = isPath ? undefined : findSkill(skills, text, t).skill;
  return named ? toTarget(named) : pathTarget(path);
}

/** The targets as discovery would find them among the user's skills, by their real folder. */
async function discover(
  targets: readonly Target[],
  { folder, home, env, t }: CheckContext,
): Promise<Map<string, FoundSkill>> {
  const finder = createSkillFinder({
    layers: [
      {
        name: "user",
        find: async () =>
          targets.flatMap((target, order) =>
            target.folder === undefined
              ? []
              : [{ folder: target.folder, layer: "user", order, trusted: true }],
          ),
      },
    ],
  });
  const { skills } = await finder.find({
    folder,
    home,
    env,
    t,
    touched: [],
    isTrusted: async () => false,
  });
  return new Map(skills.map((skill) => [skill.folder, skill]));
}

/** The verdict of the catalog on a file that gave no skill at all. */
function unreadable(t: Translate): Pick<SkillReport, "offered" | "reason" | "message"> {
  return { offered: false, reason: "unreadable", message: wordReason({ reason: "unreadable" }, t) };
}

async function judge(
  state: LibraryState,
  found: FoundSkill | undefined,
  t: Translate,
): Promise<Pick<SkillReport, "offered" | "reason" | "detail" | "message">> {
  const [entry] = found ? (await state.judge(nameSkills([found]))).entries : [];
  if (!entry) return unreadable(t);
  const { accessible, reason, detail } = entry;
  return {
    offered: accessible,
    ...(reason === undefined ? {} : { reason, message: wordReason(entry, t) }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/**
 * Looks at skills before anything runs: the strict validator, what the catalog would say, and what they need. One
 * report for each text, in order; a text is a skill's name, its folder or its SKILL.md. Nothing of them is run.
 */
export async function checkSkills(
  state: LibraryState,
  texts: readonly string[],
  context: CheckContext,
): Promise<SkillReport[]> {
  const { folder, profile, t } = context;
  const targets = await Promise.all(texts.map((text) => findTarget(text, folder, state.skills, t)));
  const found = await discover(targets, context);
  const skills = [...state.skills, ...nameSkills([...found.values()])];
  const findRequirements = createRequirementFinder({ ...context, skills });
  const reports: SkillReport[] = [];
  for (const target of targets) {
    const { path, command } = target;
    const skill = command ?? found.get(realPathOf(target.folder ?? path) ?? path);
    const { name, description, valid, errors, warnings } = await validateSkill(path, { profile, t });
    const parsed = skill && (await readSkill(skill, t));
    const [named] = skill && skill.state !== "unreadable" ? nameSkills([skill]) : [];
    reports.push({
      path,
      name: name ?? named?.label ?? null,
      description: description ?? named?.description ?? null,
      ...(await judge(state, skill, t)),
      valid,
      errors,
      warnings,
      requirements: skill && parsed ? await findRequirements(skill, parsed) : [],
    });
  }
  return reports;
}
