import type { Skill, WhyNot } from "../skill.ts";
import { compileGlob } from "./glob.ts";
import { compilePermissions, type PermissionDecision, type SkillPermission } from "./skill-permission.ts";

/** What one agent may see, told by those who know settings, rules, requirements and files. */
export interface CatalogPolicy {
  /** `skills.enabled`: false switches all skills off. */
  enabled: boolean;
  /** Switches by id, and by name where the id has none. */
  switches: Readonly<Record<string, { enabled?: boolean }>>;
  /** `permissions.skill`: patterns over names and ids. */
  permissions: Readonly<Record<string, SkillPermission>>;
  /** The rule that refuses the skill, if one does. */
  denied(skill: Skill): string | undefined;
  /** A requirement that is missing. */
  missing(skill: Skill): string | undefined;
  /** Files that were touched so far, relative to the session's folder. */
  touched: readonly string[];
  /** The id of the session's own skill. */
  own?: string;
}

export interface CatalogEntry {
  skill: Skill;
  /** Whether it is offered to the model. */
  accessible: boolean;
  permission: "allow" | "ask";
  /** Why it is not accessible: the first that applies. */
  reason?: WhyNot;
  /** What the reason is about: an id, a switch, a rule, a requirement, globs. */
  detail?: string;
  /** Who may start it by naming it. */
  startedBy: { model: boolean; person: boolean };
}

/** All skills, strongest first, each with whether it is offered and else why not. */
export interface Catalog {
  entries: CatalogEntry[];
}

interface Cause {
  reason: WhyNot;
  detail?: string;
}

/** Causes that also bind a person who names the skill. */
const binding: ReadonlySet<WhyNot> = new Set<WhyNot>(["unreadable", "untrusted", "disabled", "denied"]);

function switchOf(skill: Skill, policy: CatalogPolicy): string | undefined {
  if (!policy.enabled) return "skills.enabled";
  const key = [skill.id, skill.name].find((name) => Object.hasOwn(policy.switches, name));
  return key !== undefined && policy.switches[key]?.enabled === false ? key : undefined;
}

function causesOf(
  skill: Skill,
  policy: CatalogPolicy,
  decision: PermissionDecision,
  isTouched: (globs: readonly string[]) => boolean,
): Cause[] {
  const { fields } = skill;
  const causes: Cause[] = [];
  const add = (reason: WhyNot, applies: boolean): void => {
    if (applies) causes.push({ reason });
  };
  const addDetail = (reason: WhyNot, detail: string | undefined): void => {
    if (detail !== undefined) causes.push({ reason, detail });
  };
  const isWaiting = fields.paths !== undefined && !isTouched(fields.paths);
  addDetail("shadowed", skill.shadowedBy);
  add("unreadable", skill.state === "unreadable");
  add("untrusted", !skill.trusted);
  addDetail("disabled", switchOf(skill, policy));
  addDetail("denied", decision.permission === "deny" ? decision.pattern : policy.denied(skill));
  add("no-description", skill.description === "");
  add("manual", fields.disableModelInvocation === true);
  add("own", skill.id === policy.own);
  addDetail("requirement", policy.missing(skill));
  addDetail("paths", isWaiting ? fields.paths?.join(", ") : undefined);
  return causes;
}

/** Whether one of the files fits one of the globs; each glob is compiled and tried once. */
function createTouched(files: readonly string[]): (globs: readonly string[]) => boolean {
  const known = new Map<string, boolean>();
  const fits = (glob: string): boolean => {
    const before = known.get(glob);
    if (before !== undefined) return before;
    const found = files.some(compileGlob(glob));
    known.set(glob, found);
    return found;
  };
  return (globs) => globs.length === 0 || globs.some(fits);
}

/** Decides for every skill whether this agent may see it. Pure: the same input gives the same catalog. */
export function buildCatalog(skills: readonly Skill[], policy: CatalogPolicy): Catalog {
  const permissionOf = compilePermissions(policy.permissions);
  const isTouched = createTouched(policy.touched);
  const entries = skills.map((skill): CatalogEntry => {
    const decision = permissionOf(skill);
    const causes = causesOf(skill, policy, decision, isTouched);
    const [first] = causes;
    return {
      skill,
      accessible: first === undefined,
      permission: decision.permission === "allow" ? "allow" : "ask",
      ...first,
      startedBy: {
        model: causes.every(({ reason }) => reason === "shadowed"),
        person: skill.fields.userInvocable !== false && !causes.some(({ reason }) => binding.has(reason)),
      },
    };
  });
  return { entries };
}

/**
 * Whether someone may start a skill by naming it. A model may start what it is offered, and a shadowed skill by its
 * id. A person may also start what needs no offer: a manual skill, one without description, one whose paths or
 * requirements are not met; not one that says `user-invocable: false`.
 */
export function mayInvoke(entry: CatalogEntry, who: "model" | "person"): boolean {
  return entry.startedBy[who];
}
