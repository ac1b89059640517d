import type { Skill } from "../skill.ts";
import { fitsWildcard } from "./glob.ts";
import { nameKey, folderName } from "./skill-names.ts";

export type SkillPermission = "allow" | "ask" | "deny";

const strictness: Readonly<Record<SkillPermission, number>> = { allow: 0, ask: 1, deny: 2 };

interface Pattern {
  /** As it was written. */
  text: string;
  pattern: string;
  permission: SkillPermission;
  isExact: boolean;
  letters: number;
}

/** What was decided, and the pattern that did; without one nothing fitted. */
export interface PermissionDecision {
  permission: SkillPermission;
  pattern?: string;
}

/** What an allowing pattern may name a skill by. */
function ownNames(skill: Skill): string[] {
  const names = [skill.id, skill.name];
  if (skill.plugin !== undefined) names.push(`${skill.plugin}:${skill.name}`);
  return names.map(nameKey);
}

/** Every pattern sees the names we gave; only one that is stricter also sees what the skill calls itself. */
function fits({ pattern, permission }: Pattern, names: readonly string[], skill: Skill): boolean {
  if (names.some((name) => fitsWildcard(pattern, name))) return true;
  if (permission === "allow") return false;
  return [skill.label, folderName(skill)].some((name) => fitsWildcard(pattern, nameKey(name)));
}

/**
 * Compiles `permissions.skill`. The most specific pattern decides (one without wildcards, then the one with more
 * letters), among equals the strictest; where none fits a skill is allowed.
 */
export function compilePermissions(
  permissions: Readonly<Record<string, SkillPermission>>,
): (skill: Skill) => PermissionDecision {
  const patterns = Object.entries(permissions)
    .map(([text, permission]): Pattern => {
      const pattern = nameKey(text);
      const letters = pattern.replaceAll(/[*?]/g, "").length;
      return { text, pattern, permission, isExact: letters === pattern.length, letters };
    })
    .sort(
      (a, b) =>
        Number(b.isExact) - Number(a.isExact) ||
        b.letters - a.letters ||
        strictness[b.permission] - strictness[a.permission],
    );
  if (patterns.length === 0) return () => ({ permission: "allow" });
  return (skill) => {
    const names = ownNames(skill);
    const best = patterns.find((pattern) => fits(pattern, names, skill));
    return best === undefined ? { permission: "allow" } : { permission: best.permission, pattern: best.text };
  };
}
