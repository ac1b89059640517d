import type { ActiveSkill, EventDraft, SessionView } from "../../protocol/index.ts";
import { findAllowing } from "../../permission/find-rule.ts";
import type { GateRequest } from "../../permission/request.ts";
import { parseRules, type Rule, type RuleOptions, type Rules } from "../../permission/rules.ts";
import type { Restriction } from "../../tool/restriction.ts";

type Options = Pick<RuleOptions, "home" | "language">;

const noRules: Rules = { allow: [], ask: [], deny: [] };

function activeOf(view: SessionView): ActiveSkill[] {
  return Object.values(view.skills);
}

/** What a person approved for a skill ends with the run; the session's own skill is there in every run. */
export function isOfThisRun(view: SessionView, skill: ActiveSkill): boolean {
  return skill.own === true || (view.run !== null && skill.runId === view.run.runId);
}

/** A rule that cannot be understood grants nothing and leaves nothing. */
function parseEach(texts: readonly string[] | undefined, options: Options): Rule[] {
  return (texts ?? []).flatMap((text) => {
    try {
      return parseRules({ allow: [text] }, { ...options, source: "skill" }).allow;
    } catch {
      return [];
    }
  });
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?]/g, "\\$&");
}

/**
 * Its files may be read from anywhere and are changed only with a question; sealed ones never: what they held before
 * would stand in the log.
 */
function folderRules(skill: ActiveSkill, options: Options): Rules {
  const folder = skill.root ?? skill.folder;
  if (folder === undefined) return noRules;
  const below = `//${escapeGlob(folder.replace(/^\/+/, ""))}/**`;
  const edits = [`Edit(${below})`];
  const rules = skill.sealed === undefined ? { ask: edits } : { deny: edits };
  return parseRules({ allow: [`Read(${below})`], ...rules }, { ...options, source: "skill" });
}

/** What the active skills of a session allow, ask about and refuse. */
export function skillRules(view: SessionView, options: Options): Rules[] {
  return activeOf(view).flatMap((skill) => {
    const { approved, allowedTools, disallowedTools } = skill.terms;
    const granted = approved === true && isOfThisRun(view, skill) ? allowedTools : undefined;
    return [
      folderRules(skill, options),
      { allow: parseEach(granted, options), ask: [], deny: parseEach(disallowedTools, options) },
    ];
  });
}

export function skillRestrictions(view: SessionView, options: Options): Restriction[] {
  return activeOf(view)
    .filter((skill) => skill.terms.restrict === true && isOfThisRun(view, skill))
    .map((skill) => ({ skill: skill.name, rules: parseEach(skill.terms.allowedTools, options) }));
}

type Grants = NonNullable<EventDraft<"permission.asked">["grants"]>;

/** The active skill whose `allowed-tools` would allow this, were they approved. */
export function wantedBy(
  view: SessionView,
  request: GateRequest,
  options: Options,
  changes: ReadonlyMap<string, string>,
): Grants | undefined {
  for (const skill of activeOf(view).toReversed()) {
    const { allowedTools = [], approved, withheld } = skill.terms;
    if (approved || withheld || !isOfThisRun(view, skill) || !skill.digest || !skill.folder) continue;
    if (!findAllowing(parseEach(allowedTools, options), request, false)) continue;
    const { skillId, name, folder, digest } = skill;
    const change = changes.get(skillId);
    return { skillId, name, folder, digest, rules: allowedTools, ...(change ? { change } : {}) };
  }
  return undefined;
}

/** What an active skill wants instead of the session's own model, effort: the newest of this run. */
export function skillWish<K extends "model" | "effort">(view: SessionView, key: K): string | undefined {
  return activeOf(view).findLast((skill) => isOfThisRun(view, skill) && skill.terms[key] !== undefined)
    ?.terms[key];
}
