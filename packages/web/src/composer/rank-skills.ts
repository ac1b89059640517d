import type { SkillRow } from "@skillmint/core/protocol/api";

/** What keeps a person, too, from starting a skill. */
const refused: ReadonlySet<string> = new Set(["unreadable", "untrusted", "disabled", "denied"]);

export type PickableSkill = Pick<SkillRow, "id" | "name" | "description" | "layer" | "enabled" | "reason">;

function rankOf({ name, description }: PickableSkill, query: string): number {
  const lower = name.toLowerCase();
  if (lower === query) return 0;
  if (lower.startsWith(query)) return 1;
  if (lower.includes(query)) return 2;
  return description.toLowerCase().includes(query) ? 3 : 4;
}

/** The skills that a person may start, those that fit best first; in the order of the list among equals. */
export function rankSkills<T extends PickableSkill>(skills: readonly T[], query: string): T[] {
  const wanted = query.toLowerCase();
  return skills
    .filter(({ enabled, reason }) => enabled && !refused.has(reason ?? ""))
    .map((skill) => ({ skill, rank: wanted === "" ? 0 : rankOf(skill, wanted) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ skill }) => skill);
}

/** How a skill is called: a name that another skill has too means the stronger one. */
export const callName = ({ id, name, reason }: PickableSkill): string => (reason === "shadowed" ? id : name);
