import type { ReplyOf, skillsApi } from "@skillmint/core/protocol/api";

type Listed = ReplyOf<typeof skillsApi.listSkills>;
export type ListedSkill = Listed["skills"][number];
export type SkillProblem = Listed["diagnostics"][number];

export interface LayerGroup {
  layer: string;
  /** The folders that hold the skills, the first skill's first. */
  roots: string[];
  skills: ListedSkill[];
}

function parentOf(folder: string): string {
  const end = Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"));
  return end > 0 ? folder.slice(0, end) : folder;
}

/** By layer, in the order the server gives: the strongest first. */
export function groupSkills(skills: readonly ListedSkill[]): LayerGroup[] {
  const groups = new Map<string, LayerGroup>();
  for (const skill of skills) {
    const group = groups.get(skill.layer) ?? { layer: skill.layer, roots: [], skills: [] };
    groups.set(skill.layer, group);
    group.skills.push(skill);
    const root = parentOf(skill.folder);
    if (!group.roots.includes(root)) group.roots.push(root);
  }
  return [...groups.values()];
}

export type Filter = "all" | "offered" | "withheld";

export function filterSkills(skills: readonly ListedSkill[], filter: Filter): readonly ListedSkill[] {
  return filter === "all" ? skills : skills.filter(({ offered }) => offered === (filter === "offered"));
}

/** While a word is typed its beginning counts already; what the server's search found, best first, comes behind. */
export function joinFound(
  skills: readonly ListedSkill[],
  ranked: readonly { id: string }[],
  query: string,
): ListedSkill[] {
  const wanted = query.toLowerCase();
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const named = skills.filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(wanted));
  const found = ranked.flatMap(({ id }) => byId.get(id) ?? []);
  const told = skills.filter(({ description }) => description.toLowerCase().includes(wanted));
  return [...new Set([...named, ...found, ...told])];
}

export interface SortedProblems {
  bySkill: ReadonlyMap<string, readonly SkillProblem[]>;
  /** Of files that are no skill of the list. */
  rest: readonly SkillProblem[];
}

/** What is wrong, by the skill whose folder it is in. What is only told (`info`) is no problem. */
export function sortProblems(
  skills: readonly ListedSkill[],
  problems: readonly SkillProblem[],
): SortedProblems {
  const folders = new Map(skills.map(({ folder, id }) => [folder, id]));
  const bySkill = new Map<string, SkillProblem[]>();
  const rest: SkillProblem[] = [];
  for (const problem of problems.filter(({ severity }) => severity !== "info")) {
    const id = folders.get(problem.path) ?? folders.get(parentOf(problem.path));
    if (id === undefined) rest.push(problem);
    else bySkill.set(id, [...(bySkill.get(id) ?? []), problem]);
  }
  return { bySkill, rest };
}
