import { z } from "zod";

/** From the mildest to the strictest. */
export const skillPermissionOrder = ["allow", "ask", "deny"] as const;
export const skillPermission = z.enum(skillPermissionOrder);
export type SkillPermission = z.infer<typeof skillPermission>;

/** Patterns of skills' ids and names, `*` for anything. Which of them holds, the catalog decides. */
export const skillPermissions = z.record(z.string().min(1), skillPermission);
export type SkillPermissions = z.infer<typeof skillPermissions>;

export const skillSettings = z.looseObject({
  /** The switch of all of them. */
  enabled: z.boolean().optional(),
  /** Commands in the text of skills are never run. */
  disableShell: z.boolean().optional(),
  /** How readily a run that ended is looked at for something to learn: it costs a model's work of its own. */
  autoEnhance: z.enum(["off", "conservative", "neutral", "aggressive"]).optional(),
  /** The switch of each, by its id. */
  skills: z.record(z.string().min(1), z.looseObject({ enabled: z.boolean().optional() })).optional(),
});

function stricter(a: SkillPermission | undefined, b: SkillPermission): SkillPermission {
  return a !== undefined && skillPermissionOrder.indexOf(a) > skillPermissionOrder.indexOf(b) ? a : b;
}

/** One map of several: where two name the same pattern, the stricter holds. */
export function joinSkillPermissions(...all: readonly (SkillPermissions | undefined)[]): SkillPermissions {
  const joined = new Map<string, SkillPermission>();
  for (const [pattern, permission] of all.flatMap((map) => Object.entries(map ?? {}))) {
    joined.set(pattern, stricter(joined.get(pattern), permission));
  }
  return Object.fromEntries(joined);
}
